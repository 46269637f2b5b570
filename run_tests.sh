#!/usr/bin/env bash
#
# A local judge: runs a program on every file under inputs/ and compares its output with expected/.
#
#   ./run_tests.sh [OPTION...] [CASE...] [-- COMMAND [ARG...]]
#
#   CASE          only cases whose path under inputs/ starts with this: nqueen/15, placements/max
#   -- COMMAND    judge this command: ./run_tests.sh -- python3 mine.py; without a CASE, on what the
#                 online judge has: nqueen, N from 1 to 14
#   -t SECONDS    time limit per case (10)
#   -m MEBIBYTES  memory limit per case (128)
#   -x            stop at the first case that fails
#   -h            this text
#
# The folder of a case is its command line: inputs/placements/max/08.txt is for "placements max", built
# from src/bin/placements. nqueen is judged with each of its methods. The environment variables RUSTC
# and EDITION choose another compiler (rustc) and another edition (2021).
#
# Verdicts: AC accepted, TLE too slow, MLE too much memory, OLE too much output, RE ended by a signal or
# with a nonzero exit code, WA wrong answer, CE does not compile. Exit codes: 0 every case passed, 1 a
# case failed, 2 could not judge, 130 interrupted.

# shellcheck disable=SC2015,SC2046,SC2059,SC2086,SC2206,SC2317
# Only what bash 3.2 knows, the one of macOS; with -p, none of the caller's shell options and functions.
case ${BASH_VERSION:+$-} in *p*) ;; *) exec bash -p -- "$0" "$@" ;; esac
set +o posix -o pipefail
unset CDPATH GLOBIGNORE GREP_OPTIONS
: >&2 || exec 2>/dev/null # so that the judge's own pipes do not get the number of a closed stream
user_locale=${LC_ALL-}    # for the programs; the judge's own tools speak C
export LC_ALL=C
TIMEFORMAT=%3R # of the shell's own time: seconds, with three decimals

# What is asked for (ms, KiB), and what to judge: each a path under inputs/, a tab, a method or nothing.
time_limit=10000 memory_limit=131072 stop_early='' selections=() own_command=() plan=() large=''
# The kit, the folder for temporary files, what measures memory, and how many of its units are 1 KiB.
root='' work='' meter=() unit=1
# What runs: two process groups, and the readers of the program's output.
program='' watchdog='' readers=()
# How the last run ended ('' if well), its ms, its KiB ('' if unknown); and what the report ends with.
ending='' ms=0 peak='' passed=0 failures=() most_ms=-1 slowest='' most_memory=0 largest=''

die() {
	echo "run_tests.sh: $*" >&2
	exit 2
}
say() { printf "$@" 2>/dev/null || die 'cannot write the report'; }

check_tools() {
	local tool
	for tool in awk cat cmp diff dirname find grep head mktemp readlink rm sed sleep sort tail tr uniq wc; do
		type -P $tool >/dev/null || die "$tool is needed, but is not installed"
	done
	sleep 0.01 2>/dev/null || die 'sleep has to accept fractions of a second'
}

# Prints a decimal number times a factor, if neither is too small or too large.
scaled() {
	awk -v n="$1" -v by="$2" 'BEGIN {
		if (n !~ /^[0-9]*[.]?[0-9]+$/ || n > 1e6 || n * by < 1) exit 1
		printf "%d", n * by
	}'
}

parse_arguments() {
	while [ $# -gt 0 ]; do
		case $1 in
		-t) time_limit=$(scaled "${2-}" 1000) && shift || die '-t needs a number of seconds, 0.001 to 1000000' ;;
		-m) memory_limit=$(scaled "${2-}" 1024) && shift || die '-m needs a number of MiB, 0.001 to 1000000' ;;
		-x) stop_early=yes ;;
		-h | --help) sed -n '3,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" 2>/dev/null && exit || die 'cannot write' ;;
		--) own_command=("${@:2}") && break ;;
		'' | -*) die "there is no option '$1', see -h" ;;
		*) selections+=("$(sed 's|.*/inputs/||; s|.*/expected/||; s|^/||; s|^\./||' <<<"/$1")") ;;
		esac
		shift
	done
	if [ $# -eq 0 ]; then
		selections=("${selections[@]:-}")
	elif ! type -P -- "${2-}" >/dev/null; then
		[ ! -f "$2" ] || [ -x "$2" ] || die "'$2' is not executable: chmod +x, or name what runs it: -- python3 $2"
		[ ! -f "$2" ] || die "'$2' is no command without its folder: write ./$2"
		! type -P -- "${2%% *}" >/dev/null || die "there is no command '$2': write it without quotation marks"
		die "there is no command '${2-}'"
	elif [ ${#selections[@]} -eq 0 ]; then
		selections=(nqueen/0 nqueen/10 nqueen/11 nqueen/12 nqueen/13 nqueen/14)
	fi
}

# Prints the paths of the files below a folder, symbolic links followed, hidden files left out.
files_under() {
	(cd -- "$root/$1" && find -L . -name '.?*' -prune -o -name $'*[\t\n]*' -exec false {} + -o \
		\( -type f -o -type l \) -print) 2>/dev/null | sed 's|^\./||' | sort ||
		die "cannot list $1/, or a name in it has a tab or a line break"
}

source_of() {
	local path=$root/src/bin/$1/main.rs
	[ -f "$path" ] || path=$root/src/bin/$1.rs
	[ "$1" != nqueen ] || path=$root/src/main.rs
	[ -f "$path" ] && echo "$path"
}

# Sets `plan`. What is asked for but not there is an error.
make_plan() {
	local inputs expected selection name method chosen='' left_out=''
	inputs=$(files_under inputs) && expected=$(files_under expected) || exit
	[ "$inputs" = "$expected" ] || die 'these are not under both inputs/ and expected/:' \
		"$(printf '%s\n' "$inputs" "$expected" | sort | uniq -u | tr '\n' ' ')"
	large=$(cd -- "$root/expected" && find -L . -size +1024 2>/dev/null) # more than half of the output limit
	for selection in "${selections[@]}"; do
		name=$(start=$selection awk 'index($0, ENVIRON["start"]) == 1 || ENVIRON["start"] == ""' <<<"$inputs")
		[ -n "$name" ] || die "there is no case${selection:+ that begins with $selection (a command goes after --)}"
		chosen+=${chosen:+$'\n'}$name
	done
	while IFS= read -r name; do
		if [ ${#own_command[@]} -eq 0 ] && [ "${name%/*}" = nqueen ]; then
			for method in halves backtrack table; do plan+=("$name"$'\t'"$method"); done
		elif [ ${#own_command[@]} -gt 0 ] || source_of "${name%%/*}" >/dev/null; then
			plan+=("$name"$'\t')
		else
			[[ $left_out == *" ${name%%/*} "* ]] || left_out+=" ${name%%/*} "
		fi
	done < <(sort -u <<<"$chosen")
	[ -z "$left_out" ] || say 'Left out, for lack of a source (see -- COMMAND):%s\n\n' "$left_out"
	[ ${#plan[@]} -gt 0 ] || die 'there is no case'
}

# Starts a command in a process group of its own.
launch() {
	set -m
	"$@" &
	set +m # with it, wait would not wait for a program that stops itself
}

# Compiles a program, as a judge does.
build() {
	local compiler=${RUSTC:-rustc} output=$work/program-$1 source
	type -P -- "$compiler" >/dev/null || die "there is no compiler '$compiler'"
	source=$(source_of "$1") || die "there is no source for $1"
	launch "$compiler" -O --edition "${EDITION:-2021}" --crate-name judged -o "$output" "$source" </dev/null
	wait $! || { say 'CE   %s\n' "$1" && exit 2; }
	[ -x "$output" ] || die "programs cannot be executed in ${TMPDIR:-/tmp}: set TMPDIR"
}

# Sets `meter` to GNU or BSD time, if what it says of a program that needs 16 MiB is plausible.
choose_meter() {
	local options
	for options in '1 -f %M' '1024 -l'; do # KiB on Linux, bytes on macOS
		unit=${options%% *} meter=("$(type -P time)" ${options#* } -o "$work/peak")
		head -c 16777216 /dev/zero 2>/dev/null | "${meter[@]}" tail -c 16777216 >/dev/null 2>&1
		read_peak 2>/dev/null
		[ "${peak:-0}" -lt 16384 ] || [ "$peak" -ge 32768 ] || return
	done
	meter=()
}

# Runs a command on an input and sets `ending`, `ms` and `peak`. All that the program gets is a copy of
# the input and two pipes, so nothing that it does to them reaches the kit or the judge.
run() {
	local input=$1 output_limit=$2 line lines=0 reader status
	shift 2
	cat -- "$input" >"$work/input" 2>/dev/null || die "cannot read $input, or cannot write to $work"
	for line in peak seen; do : >"$work/$line"; done
	exec 3> >(exec head -c $((output_limit + 1)) >"$work/out") && reader=$! &&
		exec 4> >(exec tail -c 4096 >"$work/err") && readers=($reader $!) || die 'cannot open a pipe'
	{
		time {
			launch become "$@"
			program=$!
			exec 3>&- 4>&-
			launch watch </dev/null >/dev/null 2>&1
			watchdog=$!
			# A program that stops itself early ends a wait, but has not ended.
			until wait $program && status=0 || status=$? && ! kill -0 $program 2>/dev/null; do sleep 0.05; done
		}
	} 2>"$work/clock"
	end_run
	# If a signal has ended the program, the shell says so in lines before the time, or the meter does.
	while IFS= read -r line; do lines=$((lines + 1)) ms=$line; done <"$work/clock"
	wait $reader 2>/dev/null # 127 where the shell does not know
	[[ $? == 0 || $? == 127 || ${#readers[@]} -gt 0 ]] && [ $lines -gt 0 ] || die "cannot write to $work"
	ms=$((10#${ms/[.,]/}))
	read_peak
	ending=${status#0} ending=${ending:+exit code $ending}
	if [ $status -gt 128 ] && { [ $lines -gt 1 ] || grep -q 'by signal' "$work/peak"; }; then
		ending=SIG$(kill -l $((status - 128)))
	fi
	[ ${#readers[@]} -eq 0 ] || ending='a process got away and holds the output open'
}

become() {
	exec <"$work/input" >&3 2>&4 3>&- 4>&-
	if [ -n "$user_locale" ]; then export LC_ALL=$user_locale; else unset LC_ALL; fi
	export JUDGE_MARK=${work##*.}
	ulimit -c 0
	exec "${meter[@]}" "$@"
}

# Ends the program once: shortly after its time, when a process has too much memory, or when the judge
# is gone. Gives no verdict, but notes the most memory that it sees.
watch() {
	local timer largest=0 sum most now
	printf -v timer %d.%03d $((time_limit / 1000)) $((time_limit % 1000))
	sleep $timer &
	timer=$!
	while sleep 0.1 && kill -0 $timer && kill -0 $$; do
		sum=0
		while read -r _ most now; do
			sum=$((sum + now)) largest=$((most > largest ? most : largest))
		done < <(processes)
		# Shared memory is in the sum more than once. So this only protects the machine.
		[ $sum -le $((memory_limit * 4 + 524288)) ] || largest=$sum
		echo $largest >"$work/seen"
		[ $largest -le $memory_limit ] || break
	done
	kill $timer
	end_program
	kill -CONT $$ || rm -rf "$work"
}

# Prints a line for each process that the program has started: its number, and the KiB of memory that it
# has had at most and has now. Without /proc, only the program's group is found.
processes() {
	local paths
	if [ -e /proc/self/environ ]; then
		paths=$(grep -lszF "JUDGE_MARK=${work##*.}" /proc/[0-9]*/environ)
		[ -z "$paths" ] || grep -hsE '^(Pid|VmHWM|VmRSS):' ${paths//environ/status} |
			awk '/^P/ { pid = $2 } /^VmH/ { most = $2 } /^VmR/ { print pid, most, $2 }'
	else
		ps -A -o pid= -o pgid= -o rss= | awk -v group="$program" '$2 == group && $3 { print $1, $3, $3 }'
	fi
}

# Kills the program and all that it has started, again and again until none is found.
end_program() {
	local round pid pids quiet=2
	for ((round = 0; round < 100 && quiet < 3; round++)); do # one look, or three after it found some
		[ $round -eq 0 ] || sleep 0.02
		kill -KILL "-$program"
		pids=''
		while read -r pid _; do pids+=" $pid"; done < <(processes)
		kill -KILL $pids && quiet=0 || quiet=$((quiet + 1))
	done
} 2>/dev/null

# Ends all that belongs to a run, and more while the output is held open: `readers` are those left then.
end_run() {
	local leader round=0
	for leader in $watchdog; do kill -KILL "-$leader" && wait "$leader"; done
	while [ -n "$program" ] && end_program && kill -0 "${readers[@]}" && [ $((round++)) -lt 100 ]; do :; done
	program='' watchdog=''
	kill -KILL "${readers[@]}" || readers=()
} 2>/dev/null

# Sets `peak` to what the meter says (GNU's a number, BSD's a table), or the watchdog if that is more.
read_peak() {
	local number words
	peak=''
	while read -r number words; do
		case $number-$words in *[0-9]- | *maximum*resident*) peak=$((number / unit)) ;; esac
	done <"$work/peak"
	read -r number <"$work/seen"
	[ "${number:-0}" -le "${peak:-0}" ] || peak=$number
}

# Prints a text as it is compared: without white space at the ends of lines. (The shell drops blank lines
# at the end.) A NUL becomes a byte that no text has.
comparable() {
	tr '\000' '\377' <"$1" | awk '{ match($0, /^.*[^ \t\r]/); print substr($0, 1, RLENGTH) }'
}

# Judges a command on a case and reports the verdict.
judge() {
	local name=$1 label=$2 file=$root/expected/$1 limit=1048576 size=0 verdict=AC expected='' actual=''
	shift 2
	[ -r "$file" ] || die "cannot read $file"
	[[ $'\n'$large$'\n' != *$'\n'"./$name"$'\n'* ]] || limit=$(($(wc -c <"$file") * 2))
	run "$root/inputs/$name" $limit "$@"
	if ! cmp -s "$file" "$work/out"; then
		expected=$(comparable "$file") && actual=$(comparable "$work/out") || die "cannot compare with $file"
		size=$(wc -c <"$work/out")
	fi
	# The last that applies wins.
	[ "$expected" = "$actual" ] || verdict=WA
	[ -z "$ending" ] || verdict=RE
	[ $size -le $limit ] || verdict=OLE
	[ "${peak:-0}" -le $memory_limit ] || verdict=MLE
	[ $ms -le $time_limit ] || verdict=TLE
	report $verdict "$label"
	[ $verdict != AC ] || return
	show 'input' 5 <"$root/inputs/$name"
	[ "$expected" = "$actual" ] ||
		diff -a -u <(printf %s "${expected:+$expected$'\n'}") <(printf %s "${actual:+$actual$'\n'}") |
		tail -n +4 | show 'expected (-) and actual (+)' 10
	[ ! -s "$work/err" ] || tail -n 5 "$work/err" | show 'standard error' 5
}

report() {
	local verdict=$1 label=$2 mib=- on off='' note=''
	[ -z "$peak" ] || mib="$((peak / 1024)).$((peak % 1024 * 10 / 1024)) MiB"
	[ $verdict != RE ] || note="   $ending"
	[ $verdict = AC ] && on=$'\e[32m' || on=$'\e[31m'
	[ -t 1 ] && [ -z "${NO_COLOR-}" ] && [ "${TERM-dumb}" != dumb ] && off=$'\e[0m' || on=''
	say '%s%-4s%s %-28s %6d ms %10s%s\n' "$on" $verdict "$off" "$label" $ms "$mib" "$note"
	[ $ms -le $most_ms ] || most_ms=$ms slowest="$label, $ms ms"
	[ "${peak:-0}" -le $most_memory ] || most_memory=$peak largest="$label, $mib"
	if [ $verdict = AC ]; then passed=$((passed + 1)); else failures+=("$verdict  $label"); fi
}

# Prints the first lines of a text under a heading. What the eye cannot see becomes <its name> or "?".
show() {
	say '     %s:\n' "$1"
	tr '\000-\010\013\014\016-\037\177\377' '?' | awk "NR <= $2 { print substr(\$0, 1, 200) (length(\$0) > 200 ? \"...\" : \"\") }" | sed $'
		s/\t/<TAB>/g; s/\r/<CR>/g; s/\xef\xbb\xbf/<BOM>/g; s/\xc2\xa0/<NBSP>/g; s/\xc2[\x80-\x9f]/?/g
		s/\xe3\x80\x80/<U+3000>/g; s/\xe2\x80[\x8b-\x8f\xa8-\xae]/<ZERO WIDTH>/g; s/^/       /' 2>/dev/null || die 'cannot write the report'
}

# Prints the results. Each case of the plan has a verdict, or nothing has passed.
finish() {
	[ $((passed + ${#failures[@]})) -eq $1 ] || die 'not every case has a verdict'
	say '%s\n' '' "${failures[@]}"
	say 'slowest: %s\nlargest: %s\n' "$slowest" "${largest:-unknown, memory was not measured}"
	say '%d passed, %d failed\n' $passed ${#failures[@]}
	exit $((${#failures[@]} > 0))
}

main() {
	local i name method command
	check_tools
	root=${BASH_SOURCE[0]}
	while name=$(readlink "$root"); do
		case $name in /*) root=$name ;; *) root=$(dirname -- "$root")/$name ;; esac
	done
	root=$(cd -- "$(dirname -- "$root")" && pwd) || exit 2
	parse_arguments "$@"
	make_plan
	trap : PIPE # so that say() notices
	trap 'trap "" INT TERM HUP; exit 130' INT TERM HUP
	trap 'trap "" INT TERM HUP; watchdog+=" $(jobs -p)"; end_run; rm -rf "$work"' EXIT
	work=$(mktemp -d -- "${TMPDIR:-/tmp}/run_tests.XXXXXX" 2>/dev/null) || die "no temporary folder in ${TMPDIR:-/tmp}"
	choose_meter
	for name in "${plan[@]%%/*}"; do
		[ ${#own_command[@]} -gt 0 ] || [ -e "$work/program-$name" ] || build "$name"
	done
	for i in "${!plan[@]}"; do
		name=${plan[i]%$'\t'*} method=${plan[i]##*$'\t'}
		command=("${own_command[@]}")
		if [ ${#command[@]} -eq 0 ]; then
			IFS=/ read -r -a command < <(echo "${name%/*}${method:+/$method}")
			command[0]=$work/program-${command[0]}
		fi
		judge "$name" "${name%.txt}${method:+ $method}" "${command[@]}"
		[ -z "$stop_early" ] || [ ${#failures[@]} -eq 0 ] || finish $((i + 1))
	done
	finish ${#plan[@]}
}

main "$@"
exit 2 # where an error of the shell itself has thrown it out of main
