#!/usr/bin/env bash
#
# A local judge: runs a program on every file under inputs/ and compares its output with expected/.
#
#   ./run_tests.sh [OPTION...] [CASE...] [-- COMMAND [ARG...]]
#
#   CASE          only cases whose path under inputs/ starts with this: nqueen/15, placements
#   -- COMMAND    judge this command: ./run_tests.sh -- python3 mine.py; without a CASE, on nqueen
#                 for N from 1 to 14
#   -t SECONDS    time limit per case (10)
#   -m MEBIBYTES  memory limit per case (128)
#   -x            stop at the first case that fails
#   -h            this text
#
# The folder of a case is its command line: inputs/placements/max/08.txt is for "placements max",
# built from src/bin/placements. nqueen is judged as submitted, without an argument, and with each
# of its methods. The environment variables RUSTC and EDITION choose another compiler (rustc) and
# another edition (2021).
#
# Verdicts: AC accepted, TLE too slow, MLE too much memory, OLE too much output, RE ended with an
# exit code other than 0 (above 128: by a signal), WA wrong answer, CE does not compile. Exit codes:
# 0 every case passed, 1 a case failed, 2 could not judge (CE, too), 130 interrupted, 141 because
# nobody reads the report.

# Numbers need no quotation marks, and shellcheck does not see what traps and launch() call:
# shellcheck disable=SC2086,SC2317
# All of this is bash 3.2, the version of macOS. A function that ends in 2>/dev/null expects errors.
# If the file is sourced, $0 is the shell's, or the context of zsh is longer. If it is not run by
# "bash -p", which takes over none of the caller's functions and options, it starts anew.
case ${ZSH_EVAL_CONTEXT-}${BASH_SOURCE-$0} in "$0" | toplevel"$0") ;; *)
	echo 'run_tests.sh: run it, do not source it' && return 2
	;;
esac
case ${BASH_VERSION:+$-} in *p*) ;; *) exec bash -p -- "$0" "$@" ;; esac
set +o posix -o pipefail
unset CDPATH FUNCNEST GLOBIGNORE GREP_OPTIONS TMOUT
if ! : >&2; then exec 2>/dev/null; fi # or a pipe of the judge's would get the number 2
user_locale=${LC_ALL-}                # for the programs; the judge's own tools speak C
export LC_ALL=C

say() { command printf "$@" 2>/dev/null || die 'cannot write the report'; }
die() {
	echo "run_tests.sh: $*" >&2
	exit 2
}

# ------------------------------------------------------------------------------ what is asked for
time_limit=10000 memory_limit=131072 # ms, KiB
stop_early='' selections=() own_command=()
root='' plan=() # the kit; what to judge: each a path under inputs/, a tab, and a method or nothing

parse_arguments() {
	while [ $# -gt 0 ]; do
		case $1 in
		-t | -m) set_limit "$1" "${2-}" && shift ;;
		-x) stop_early=yes ;;
		-h | --help) say '%s\n' "$(sed -n '3,/^$/s/^# \{0,1\}//p' "$0")" && exit ;;
		--)
			[ -n "${2-}" ] || die 'there is no command after --'
			own_command=("${@:2}") && break
			;;
		'' | -*) die "there is no option '$1', see -h" ;;
		*) selections+=("$1") ;;
		esac
		shift
	done
}

# Sets a limit to a decimal number, of which three places count.
set_limit() {
	local pattern='^([0-9]{0,7})([.]([0-9]{1,3})[0-9]*)?$' n=0 # thousandths
	if [[ $2 =~ $pattern ]]; then
		n=${BASH_REMATCH[3]}000
		n=$((10#0${BASH_REMATCH[1]}${n:0:3}))
	fi
	if ((n < 1 || n > 1000000000)); then die "$1 needs a number from 0.001 to 1000000"; fi
	if [ $1 = -t ]; then time_limit=$n; else memory_limit=$((n * 1024 / 1000)); fi
}

# Prints the paths of the files below a folder of the kit, without hidden ones. Links are followed.
# (A control character in a name makes find fail.)
files_under() {
	cd -- "$root/$1" 2>/dev/null || die "cannot list $1/"
	find -L . -name '.?*' -prune -o -name '*[[:cntrl:]]*' -exec false {} + -o \
		\( -type f -o -type l \) -print | sed 's|^\./||' | sort ||
		die "cannot list $1/, or a name in it has a tab or a line break"
}

# Prints the path of a program's source, or nothing.
source_of() {
	local path=$root/src/bin/$1/main.rs
	if [ "$1" = nqueen ]; then path=$root/src/main.rs; fi
	if [ ! -f "$path" ]; then path=$root/src/bin/$1.rs; fi
	if [ -f "$path" ]; then echo "$path"; fi
}

# Sets `plan`. What is asked for but not there is an error.
make_plan() {
	local inputs expected strays selection cases chosen='' name folder method left_out=''
	inputs=$(files_under inputs) || exit
	expected=$(files_under expected) || exit
	strays=$(printf '%s\n' "$inputs" "$expected" | sort | uniq -u | tr '\n' ' ')
	[ -z "$strays" ] || die "these are not under both inputs/ and expected/: $strays"
	if [ ${#own_command[@]} -gt 0 ] && [ ${#selections[@]} -eq 0 ]; then
		inputs=$(echo "$inputs" | sed -n '/^nqueen\/15\./d; /^nqueen\//p')
	fi
	[ -n "$inputs" ] || die 'there is no case'
	for selection in "${selections[@]:-}"; do
		# Also as a shell completes it: inputs/..., ./expected/..., an absolute path.
		selection=$(echo "/$selection" | sed 's|.*/inputs/||; s|.*/expected/||; s|^/||; s|^\./||')
		cases=$(echo "$inputs" | s=$selection awk 'index("/" $0, "/" ENVIRON["s"]) == 1')
		[ -n "$cases" ] || die "no case begins with '$selection' (a command goes after --)"
		chosen+=$cases$'\n'
	done
	while IFS= read -r name; do
		folder=${name%%/*}
		if [ ${#own_command[@]} -eq 0 ] && [ "${name%/*}" = nqueen ]; then
			for method in '' halves backtrack table; do plan+=("$name"$'\t'"$method"); done
		elif [ ${#own_command[@]} -gt 0 ] || [ -n "$(source_of "$folder")" ]; then
			plan+=("$name"$'\t')
		elif [[ $left_out != *" $folder "* ]]; then
			left_out+=" $folder "
		fi
	done < <(printf %s "$chosen" | sort -u)
	if [ -n "$left_out" ]; then say 'They need a command after --:%s\n\n' "$left_out"; fi
	[ ${#plan[@]} -gt 0 ] || die 'there is no case'
}

# -------------------------------------------------------------------------------- what is running
# A *run* is the judged program with all that it starts. These processes are in one process group,
# or they have the judge's mark in their environment, since a process can leave its group.
work=''    # the folder for temporary files
mark=''    # a random word
group=none # the number of the group, also in work/group; "none" is the number of none
# What find_processes() sets: the processes, without the first of the group; the KiB of the one that
# has had most, and of all now; the ms of CPU, with those of children that they have waited for.
processes='' most=0 sum=0 spent=0

# Starts a command in a process group of its own. That takes job control.
launch() {
	set -m
	"$@" &
	set +m
}

set_group() {
	group=$1
	echo $1 >"$work/group" || die "cannot write to $work"
}

# Looks for the processes of the run. Without /proc, only the group is found.
find_processes() {
	local paths total='
		function add(pid, peak, now, ms) {
			if (pid != group) others = others " " pid
			if (peak > most) most = peak
			sum += now
			spent += ms
		}
		END { printf "%d %d %d%s", most, sum, spent, others }'
	processes='' most=0 sum=0 spent=0
	if [ -e /proc/self/environ ]; then
		paths=$(grep -lszE "^JUDGE_MARK=(.* )?$mark( .*)?$|^[0-9]+ \(.*\) . [0-9]+ $group " \
			/proc/[0-9]*/environ /proc/[0-9]*/stat)
		if [ -z "$paths" ]; then return; fi
		paths=${paths//environ/stat}
		# The memory is that of any thread: the first may have ended. A tick is 10 ms.
		read -r most sum spent processes < <(
			grep -hsE '^([0-9]|Tgid|VmHWM|VmRSS)' \
				$paths ${paths//stat/status} ${paths//stat/task/*/status} |
				awk -v group=$group "$total"'
			/^[0-9]/ { pid = $1; sub(/.*[)] /, ""); ticks[pid] = $12 + $13 + $14 + $15 }
			/^Tgid/ { pid = $2; peak = 0 }
			/^VmHWM/ { peak = $2 } # MSYS has none
			/^VmRSS/ && !seen[pid]++ { add(pid, peak ? peak : $2, $2, ticks[pid] * 10) }'
		)
	else
		read -r most sum spent processes < <(
			ps -A -o pid= -o pgid= -o rss= | awk -v group=$group "$total"'
			$2 == group && $3 { add($1, $3, $3, 0) }'
		)
	fi
}

# Kills the run, until one look finds nothing, or three in a row after one that found something:
# that may just have started another. The first blow spares the meter, so that it reports, and stops
# the group before, so that none notes the end of another and goes on.
kill_run() {
	local deadline=$((SECONDS + 3)) blow=${meter:+STOP} looks=1
	if [[ $OSTYPE == msys* ]]; then # where KILL spares the children of Windows programs
		kill -TERM -$group
		sleep 0.1
	fi
	while ((looks-- > 0 && SECONDS < deadline)); do
		if kill -${blow:-KILL} -$group; then looks=3; fi
		find_processes
		if kill -KILL $processes; then looks=3; fi
		kill -CONT -$group
		blow=KILL
		if ((looks > 0)); then sleep 0.02; fi
	done
} 2>/dev/null

# ------------------------------------------------------------------------------------------ build
# Compiles a program, as a judge does, to the file program-NAME in the work folder.
build() {
	local compiler=${RUSTC:-rustc} output=$work/program-$1 source
	type -P -- "$compiler" >/dev/null || die "there is no compiler '$compiler'"
	source=$(source_of "$1")
	[ -n "$source" ] || die "there is no source for $1"
	launch env TMPDIR="$work" JUDGE_MARK="${JUDGE_MARK-} $mark" \
		"$compiler" -O --edition "${EDITION:-2021}" -o "$output" "$source"
	set_group $!
	while kill -0 $group 2>/dev/null; do
		stay
		sleep 0.1
	done
	if ! wait $group; then
		say 'CE   %s\n' "$1"
		exit 2
	fi
	set_group none
	[ -e "$output" ] || die "$compiler has made no program"
	[ -x "$output" ] || die "programs cannot be executed in ${TMPDIR:-/tmp}: set TMPDIR"
}

# -------------------------------------------------------------------------------------------- run
meter=() unit=1 # a command that runs another and says what memory it took; its units in a KiB
readers=()      # of the program's standard error and of its output
pause=0.1       # seconds between two looks at a run
# What run() sets: ms elapsed and of CPU; KiB of the largest process (0 if unknown) and of all
# together; and how the program has ended ('' if well).
ms=0 cpu=0 peak=0 together=0 ending=''

# Sets `meter` to a `time` with these options, if it says of a program that needs 16 MiB that it
# takes less than 32. (BusyBox's does not.)
set_meter() {
	unit=$1 meter=("$(type -P time)" "${@:2}" -o "$work/peak")
	head -c 16777216 /dev/zero | "${meter[@]}" tail -c 16777216 >/dev/null
	peak=0
	read_peak
	if ((peak < 16384 || peak >= 32768)); then meter=(); fi
} 2>/dev/null

# Raises `peak` to what the meter says, in KiB.
read_peak() {
	local line pattern='^ *([0-9]{1,15})( +maximum resident set size)?$'
	while IFS= read -r line; do
		if [[ $line =~ $pattern ]]; then
			line=$((10#${BASH_REMATCH[1]} / unit))
			peak=$((line > peak ? line : peak))
		fi
	done <"$work/peak"
}

# Runs a command on an input. All that the program gets is a copy of the input and two pipes, so
# nothing that it does to them reaches the kit.
run() {
	local input=$1 file follower number kept status real user system reason signal
	local looks=0 start seconds='^[0-9]+[.][0-9]{3}$'
	shift
	stay
	cat -- "$input" >"$work/input" 2>/dev/null || die "cannot read $input or write to $work"
	for file in out err peak clock; do : >"$work/$file"; done
	peak=0 cpu=0 together=0
	exec 4> >(keep_ends)
	readers=($!)
	exec 3> >(exec head -c $((output_limit + 1)) >"$work/out") # to see if it is too much
	readers+=($!)
	exec 6< <(follow "$@")
	follower=$!
	exec 3>&- 4>&-
	read -r number <&6 || die 'cannot start a process'
	set_group $number
	start=$SECONDS
	until read -r -t $pause _ <&6 || ! kill -0 $follower || over_limits; do :; done 2>/dev/null
	end_run
	set_group none
	read -r -t 2 _ <&6 # until the follower has ended
	read -r status real user system <"$work/clock"
	if ((kept != 0 && kept != 127 && ${#readers[@]} == 0)); then die "cannot write to $work"; fi
	[[ $real =~ $seconds ]] || die "cannot write to $work, or the machine's clock was set back"
	ms=$((10#${real/./})) spent=$((10#${user/./} + 10#${system/./}))
	cpu=$((spent > cpu ? spent : cpu))
	read_peak
	# The last that applies.
	ending=''
	if ((status > 0)); then ending="exit code $status"; fi
	if ((status >= 125 && status <= 127)); then # as sh and the meter end then
		reason=$(sed -nE "s#^($mark|${meter[0]-$mark}): .*: ##p" "$work/err")
		[ -z "$reason" ] || die "cannot run '$1': $reason (is ./ missing, a right to execute it," \
			'or what its first line names?)'
	fi
	if ((status > 128)) && signal=$(kill -l $((status - 128)) 2>/dev/null); then
		ending+=" (SIG$signal)"
	fi
	if ((together > brake)); then ending="its processes took $((together / 1024)) MiB together"; fi
	if [ ${#readers[@]} -gt 0 ]; then ending='a process got away and holds the output open'; fi
}

# Starts a program and prints its number, which is its group's, too, and at its end an empty line.
# (More could be torn by the time limit of `read`.) Then the file `clock` has the exit code,
# the seconds elapsed, and those of CPU, outside and inside the system.
follow() {
	{ time {
		launch become "$@"
		echo $!
		wait $!
		TIMEFORMAT="$? %3R %3U %3S"
	} 2>/dev/null; } 2>"$work/clock"
	echo
}

# Turns into the program. The last step is a shell that closes the file that the meter leaves open.
# What it says under the name of the mark, or the meter says, is why the program cannot be started.
become() {
	local fd
	exec <"$work/input" >&3 2>&4
	for fd in /dev/fd/*; do # the judge's and its caller's; this copy of the shell needs none
		case ${fd##*/} in [0-2] | *[!0-9]*) ;; *) eval "exec ${fd##*/}>&-" ;; esac
	done
	export JUDGE_MARK="${JUDGE_MARK-} $mark" # with that of a judge that judges this one
	trap - INT TERM HUP QUIT TSTP TTOU XFSZ
	ulimit -c 0
	ulimit -S -s $stack 2>/dev/null || ulimit -S -s hard
	exec "${meter[@]}" /bin/sh -c $'exec 3>&- 4>&-
		if [ -n "$1" ]; then LC_ALL=$1; else unset LC_ALL; fi 2>/dev/null
		shift
		exec "$@"' "$mark" "$user_locale" "$@"
}

# Keeps the first and the last 2048 bytes of standard error.
keep_ends() {
	head -c 2048 >"$work/err"
	if [ -s "$work/err" ]; then exec tail -c 2048 >>"$work/err"; fi
}

# Looks at the run: is it to be ended? It gives no verdict.
over_limits() {
	stay
	find_processes
	looks=$((looks + 1))
	peak=$((most > peak ? most : peak)) cpu=$((spent > cpu ? spent : cpu))
	together=$((sum > together ? sum : together))
	# Two lower bounds of the time: between two looks are 0.1 s, and on a slow machine much more.
	((looks * 100 > time_limit || (SECONDS - start - 1) * 1000 > time_limit)) ||
		((peak > memory_limit || together > brake || $(wc -c <"$work/out") > output_limit))
}

# Ends all that belongs to a run. Then `readers` has those that a process that got away keeps open.
end_run() {
	local deadline=$((SECONDS + 2)) reader=${readers[1]}
	kill -CONT $follower $front # the program may have stopped them
	kill_run
	while kill -0 "${readers[@]}" && ((SECONDS < deadline)); do
		sleep 0.01 # bash 3.2 closes its own copies of the pipes when it starts a command
		kill_run
	done
	kill -KILL "${readers[@]}" || readers=()
	wait $reader
	kept=$?
} 2>/dev/null

# ---------------------------------------------------------------------------------------- compare
# Prints a text as it is compared: without white space at the ends of lines. (The shell drops blank
# lines at the end.) A NUL, which the shell cannot keep, becomes another byte.
comparable() {
	tr '\000' "\\$2" <"$1" | awk '{ match($0, /^.*[^ \t\r]/); print substr($0, 1, RLENGTH) }'
}

# Whether two files are the same to a judge. If not, `expected` and `actual` are the texts. A NUL
# becomes first one byte and then another (`nul`, octal): only what is the same is so both times.
same() {
	for nul in 376 375; do
		expected=$(comparable "$1" $nul) || die "cannot compare with $1"
		actual=$(comparable "$2" $nul) || die "cannot compare with $1"
		if [ "$expected" != "$actual" ]; then return 1; fi
	done
}

# ----------------------------------------------------------------------------------------- report
passed=0 failures=() unmeasured=0 # cases
most_ms=-1 slowest='' most_memory=0 largest=''
terminal='' colour='' # whether the report goes to one, and may have colours

# Judges a case and reports the verdict.
judge_case() {
	local name=$1 method=$2 label=${1%.txt}${2:+ $2} file=$root/expected/$1 command
	local size=0 verdict=AC expected='' actual=''
	if [ -n "$terminal" ]; then say '...  %s\r' "$label"; fi # until the verdict takes its place
	command=("${own_command[@]}")
	if [ ${#command[@]} -eq 0 ]; then
		IFS=/ read -r -a command < <(echo "${name%/*}${method:+/$method}")
		command[0]=$work/program-${command[0]}
	fi
	output_limit=$(wc -c 2>/dev/null <"$file") || die "cannot read $file"
	output_limit=$((output_limit * 2 > 1048576 ? output_limit * 2 : 1048576))
	run "$root/inputs/$name" "${command[@]}"
	if ! cmp -s "$file" "$work/out"; then
		size=$(wc -c <"$work/out")
		if ! same "$file" "$work/out"; then verdict=WA; fi
	fi
	# The last that applies.
	if [ -n "$ending" ]; then verdict=RE; fi
	if ((size > output_limit)); then verdict=OLE; fi
	if ((peak > memory_limit)); then verdict=MLE; fi
	if ((ms > time_limit)); then verdict=TLE; fi
	report $verdict "$label"
	if [ $verdict = AC ]; then return; fi
	ends "$root/inputs/$name" | show 'input'
	if [ "$expected" != "$actual" ]; then
		difference "$expected" "$actual" | show 'expected (-) and actual (+)' "$(printf %x 0$nul)"
	fi
	if [ -s "$work/err" ]; then ends "$work/err" | show 'standard error'; fi
}

# Prints and counts a verdict.
report() {
	local verdict=$1 label=$2 mib=- note='' on='' off=''
	if ((peak > 0)); then to_mib $peak; else unmeasured=$((unmeasured + 1)); fi
	if [ $verdict = RE ]; then note="   $ending"; fi
	if [ $verdict = TLE ]; then note="   $cpu ms of CPU"; fi
	case $colour$verdict in
	yesAC) on=$'\e[32m' off=$'\e[0m' ;;
	yes*) on=$'\e[31m' off=$'\e[0m' ;;
	esac
	say '%s%-4s%s %-28s %6d ms %10s%s\n' "$on" $verdict "$off" "$label" $ms "$mib" "$note"
	if ((ms > most_ms)); then most_ms=$ms slowest=$label; fi
	if ((peak > most_memory)); then most_memory=$peak largest="$label, $mib "; fi
	if [ $verdict = AC ]; then passed=$((passed + 1)); else failures+=("$verdict  $label"); fi
}

# Sets `mib` to a number of KiB in MiB.
to_mib() { mib="$(($1 / 1024)).$(($1 % 1024 * 10 / 1024)) MiB"; }

# Prints the first five and the last three lines of a file.
ends() {
	awk '{ line[NR] = $0 } END {
		for (i = 1; i <= NR; i++)
			if (i <= 5 || i > NR - 3) print line[i]; else if (i == 6) print "..."
	}' "$1"
}

# Prints the first five lines in which two texts differ: what is expected after "-", what came after
# "+", from 40 bytes before the difference on, but not from the middle of a character.
difference() {
	awk 'BEGIN {
		while (lines < 5) {
			is_a = (getline a <ARGV[1]) > 0
			is_b = (getline b <ARGV[2]) > 0
			if (!is_a && !is_b) exit
			if (is_a && is_b && a "" == b "") continue
			lines++
			from = 1
			if (is_a && is_b) {
				for (step = 1048576; step >= 1; step /= 16)
					while (substr(a, from, step) == substr(b, from, step)) from += step
				for (from -= 40; from > 1 && substr(a, from, 1) ~ /[\200-\277]/;) from--
			}
			if (is_a) print "-" (from > 1 ? "..." : "") substr(a, from, 500)
			if (is_b) print "+" (from > 1 ? "..." : "") substr(b, from, 500)
		}
	}' <(printf %s "${1:+$1$'\n'}" 2>/dev/null) <(printf %s "${2:+$2$'\n'}" 2>/dev/null)
}

# Prints lines under a heading, at most 100 characters of each, so that different lines look
# different: all but printable ASCII and Hangul becomes its name or its bytes in angle brackets. (A
# second argument is the byte that stands for a NUL.) For that, lines become bytes in hexadecimal: a
# space before each byte, and then before each character.
show() {
	local lines
	lines=$(od -An -v -tx1 | tr -s ' \n' ' ' | sed $'s/ $//; s/ 0a$//; s/ 0a/\\\n/g' | sed "
		s/ 3c\( [45]\)/ <x3c>\1/g; s/ 3c 78/ <x3c> 78/g
		s/ \([2-6].\)/ \\\\x\1/g; s/ \(7[0-9a-e]\)/ \\\\x\1/g
		s/ ea \(b.\) \([89ab].\)/ \\\\xea\\\\x\1\\\\x\2/g
		s/ \(e[bc]\) \([89ab].\) \([89ab].\)/ \\\\x\1\\\\x\2\\\\x\3/g
		s/ ed \([89].\) \([89ab].\)/ \\\\xed\\\\x\1\\\\x\2/g
		s/ 00/ <NUL>/g; s/ ${2:-00}/ <NUL>/g; s/ 09/ <TAB>/g; s/ 0d/ <CR>/g; s/ c2 a0/ <NBSP>/g
		s/ ef bb bf/ <BOM>/g; s/ e3 80 80/ <U+3000>/g; s/ \([0-9a-f][0-9a-f]\)/ <x\1>/g
		s/^\(\( [^ ]*\)\{100\}\) ..*/\1.../
		s/ //g; s/^/       /")
	say '     %s:\n%b\n' "$1" "$lines"
}

# Prints the results and exits, if each of the cases that had their turn has a verdict. The codes 10
# and 11, for 0 and 1, are none that an error of the shell could give.
finish() {
	local mib note=''
	[ $((passed + ${#failures[@]})) -eq $1 ] || die 'not every case has a verdict'
	if ((unmeasured > 0)); then note=", not measured in $unmeasured (is \`time\` installed?)"; fi
	say '%s\n' '' "${failures[@]}"
	say 'slowest: %s, %d ms (limit %d ms)\n' "$slowest" $most_ms $time_limit
	to_mib $memory_limit
	say 'largest: %s(limit %s)%s\n' "$largest" "$mib" "$note"
	say '%d passed, %d failed\n' $passed ${#failures[@]}
	exit $((${#failures[@]} > 0 ? 11 : 10))
}

# ---------------------------------------------------------------------------------- two processes
# The *judge* does the work, and cleans at its end. It has a process group of its own, which no key
# reaches, and ignores signals. The *front* is the process that was started, and gets the signals.
# It waits for the judge by `read`, a step of the shell itself: while bash 5.2 waits for a command,
# a signal can make it signal itself for ever. If the judge was killed, the front cleans.
front=$$ judge=''

# The front. It exits as the judge says. The judge prints to descriptor 5 its number and its folder
# and, when all is clean, an empty line and the exit code.
start() {
	local code=''
	trap leave EXIT
	trap 'echo; exit 130' INT TERM HUP QUIT
	trap '' TSTP      # Ctrl-Z would count as time of the program
	trap '' TTOU XFSZ # in the background, compilers print; a limit of files is an error like others
	{ exec 4>&1; } 2>/dev/null || die 'cannot write the report'
	exec 5< <(exec 5>&1 >&4 4>&- && in_background judge_all)
	exec 4>&-
	read -r judge work <&5 || die "no temporary folder in ${TMPDIR:-/tmp}"
	until read -r -t 1 _ <&5 || ! is_alive $judge; do
		kill -CONT -$judge # the program may have stopped it
	done
	read -r -t 1 code <&5
	case $code in 2 | 141) exit $code ;; 10 | 11) exit $((code - 10)) ;; esac
	die "the judge has failed: is there room in ${TMPDIR:-/tmp}?"
}

# Runs a function in a process group of its own, where no signal ends it.
in_background() {
	trap '' INT TERM HUP QUIT
	launch "$@" </dev/null
}

# What the front does at its end, whatever that is.
leave() {
	local code=$?
	trap '' INT TERM HUP QUIT
	if [ -n "$work" ]; then
		: >"$work/leaving"
		while is_alive $judge && read -r -t 5 _ <&5; do :; done # 5 s without a word are too long
	fi
	if [ -e "$work" ]; then
		kill -KILL -$judge
		mark=${work##*.}
		read -r group <"$work/group" || group=none
		read -r _ < <(exec 5>&1 && in_background clean_up)
	fi
	if ((code > 2 && code != 130 && code != 141)); then exit 2; fi
} 2>/dev/null

# Whether a process runs. (Where nobody takes note of its end, a dead one still answers signals.)
is_alive() {
	if [ -e /proc/self/exe ]; then [ -e /proc/$1/exe ]; else kill -0 $1 2>/dev/null; fi
}

# Ends the judge if the front leaves or was killed.
stay() {
	if [ -e "$work/leaving" ] || ! is_alive $front; then exit 2; fi
}

# Ends and removes all that is left, and prints the exit code.
clean_up() {
	local code=$?
	kill -KILL -$group "${readers[@]}" # also where no process can be started
	kill_run
	rm -rf -- "$work"
	printf '\n%d\n' $code >&5
	kill -KILL 0 # also who reads from a process that got away
} 2>/dev/null

# The judge.
judge_all() {
	local link i name
	work=$({ cd -- "${TMPDIR:-/tmp}" && mktemp -d "$PWD/run_tests.XXXXXX"; } 2>/dev/null) || exit
	mark=${work##*.}
	trap clean_up EXIT
	trap 'exit 141' PIPE # nobody reads the report any more
	echo "$(exec sh -c 'echo $PPID') $work" >&5 2>/dev/null
	root=${BASH_SOURCE[0]}
	while link=$(readlink "$root"); do
		case $link in /*) root=$link ;; *) root=$(dirname -- "$root")/$link ;; esac
	done
	root=$(cd -- "$(dirname -- "$root")" && pwd)
	make_plan
	if [[ $BASH_VERSION == 3.* ]]; then pause=1; fi # its `read -t` knows no fractions
	if [ -t 1 ] && [ "${TERM-dumb}" != dumb ]; then terminal=yes; fi
	if [ -z "${NO_COLOR-}" ]; then colour=$terminal; fi
	set_meter 1 -f %M                                     # GNU's, in KiB
	if [ ${#meter[@]} -eq 0 ]; then set_meter 1024 -l; fi # BSD's, in bytes
	for name in "${plan[@]%%/*}"; do
		if [ ${#own_command[@]} -eq 0 ] && [ ! -e "$work/program-$name" ]; then build "$name"; fi
	done
	for i in "${!plan[@]}"; do
		judge_case "${plan[i]%$'\t'*}" "${plan[i]##*$'\t'}"
		if [ -n "$stop_early" ] && [ ${#failures[@]} -gt 0 ]; then finish $((i + 1)); fi
	done
	finish ${#plan[@]}
}

parse_arguments "$@"
for tool in awk cat cmp dirname env find grep head mktemp od readlink rm sed sh sleep sort tail tr \
	uniq wc; do
	type -P $tool >/dev/null || die "$tool is needed, but is not installed"
done
case $(ulimit -n) in [0-9] | [1-5][0-9] | 6[0-3]) die 'ulimit -n has to be 64 or more' ;; esac
brake=$((memory_limit * 4 + 524288)) # shared memory is in a sum more than once
stack=$((memory_limit > 16384 ? memory_limit / 2 : 8192))
start
