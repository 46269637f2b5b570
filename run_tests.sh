#!/usr/bin/env bash
#
# A local judge: runs programs on every file under inputs/ and compares what they print with the
# file of the same path under expected/.
#
#   ./run_tests.sh [OPTION...] [CASE...] [-- COMMAND [ARG...]]
#
#   CASE           only cases whose path under inputs/ starts with this: nqueen/15, placements/max
#   -- COMMAND     judge this command instead of nqueen: ./run_tests.sh -- python3 mine.py
#   -t SECONDS     time limit for a case (10)
#   -m MEBIBYTES   memory limit for a case (128)
#   -x             stop at the first case that fails
#   -h             this text
#
# The path of a case is its command line: inputs/placements/max/08.txt is for "placements max", which
# is built from src/bin/placements. nqueen is judged with each of its methods. RUSTC and EDITION in
# the environment choose another compiler (rustc) and another edition (2021).
#
# Verdicts: AC accepted, TLE too slow, MLE too much memory, OLE too much output, RE ended by a signal
# or with an exit code but 0, WA wrong answer, CE does not compile. Exit codes: 0 all cases passed,
# 1 a case failed, 2 they could not be judged, 130 interrupted.

# Only what bash 3.2 knows, the one of macOS. There, an empty array counts as unset.
set -u -o pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd) || exit 2
time_limit=10 memory_limit=128 stop_early='' selections=() own_command=()
cases=() meter=() work='' program='' watchdog=''
passed=0 failed=0 slowest=0 slowest_case='' largest=0 largest_case=''

# The judge's own tools speak C, the programs what the user speaks.
user_locale=${LC_ALL-}
export LC_ALL=C
TIMEFORMAT=%3R # of the shell's own time: seconds, with three decimals

die() {
	echo "run_tests.sh: $*" >&2
	exit 2
}

parse_arguments() {
	while [ $# -gt 0 ]; do
		case $1 in
		-t | -m)
			[[ ${2-} =~ ^[0-9]*[.]?[0-9]+$ && $2 =~ [1-9] ]] || die "$1 needs a number above 0"
			if [ "$1" = -t ]; then time_limit=$2; else memory_limit=$2; fi
			shift
			;;
		-x) stop_early=yes ;;
		-h | --help) sed -n '3,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit ;;
		--)
			shift
			type -P -- "${1-}" >/dev/null || die "there is no command '${1-}'"
			own_command=("$@")
			return
			;;
		-*) die "there is no option '$1', see -h" ;;
		*) selections+=("${1#inputs/}") ;;
		esac
		shift
	done
}

files_under() {
	(cd -- "$root/$1" && find . -type f ! -name '.*' | sed 's|^\./||' | sort) || die "cannot list $1/"
}

# Sets `cases`, each a path under inputs/. What is asked for but not there is an error.
choose_cases() {
	local inputs expected unpaired selection found chosen='' name
	inputs=$(files_under inputs) || exit
	expected=$(files_under expected) || exit
	unpaired=$(comm -3 <(echo "$inputs") <(echo "$expected") | tr -d '\t' | sed '/^$/d') || exit 2
	[ -z "$unpaired" ] || die "these are not under both inputs/ and expected/:"$'\n'"$unpaired"
	[ ${#own_command[@]} -eq 0 ] || inputs=$(echo "$inputs" | grep '^nqueen/')
	for selection in "${selections[@]-}"; do
		found=$(echo "$inputs" | awk -v start="$selection" 'index($0, start) == 1')
		[ -n "$found" ] || die "there is no case${selection:+ that begins with $selection}"
		chosen+=$found$'\n'
	done
	while IFS= read -r name; do cases+=("$name"); done < <(printf %s "$chosen" | sort -u)
}

# Compiles a program anew, as a judge does.
build() {
	local source=$root/src/bin/$1/main.rs
	[ -f "$source" ] || source=$root/src/bin/$1.rs
	[ "$1" != nqueen ] || source=$root/src/main.rs
	[ -f "$source" ] || die "there is no source for $1"
	type -P -- "${RUSTC:-rustc}" >/dev/null || die "there is no compiler '${RUSTC:-rustc}'"
	"${RUSTC:-rustc}" -O --edition "${EDITION:-2021}" -o "$work/$1" "$source" && return
	echo "CE   $1"
	exit 2
}

# Finds out how to measure a command's peak memory here: with GNU or BSD time, or not at all.
choose_meter() {
	local time
	time=$(type -P time) || return
	meter=("$time" -f %M -o "$work/peak")
	"${meter[@]}" true 2>/dev/null && return
	meter=("$time" -l -o "$work/peak")
	"${meter[@]}" true 2>/dev/null || meter=()
}

# What the meter wrote, in KiB. GNU writes just that, BSD a table, in bytes on macOS.
peak_memory() {
	local unit=1
	[ "$(uname)" != Darwin ] || unit=1024
	awk -v unit=$unit 'NF == 1 { kib = $1 } /maximum resident/ { kib = $1 / unit }
		END { if (kib) printf "%d", kib }' "$work/peak" 2>/dev/null
}

# Runs a command on an input, in a process group of its own, under the eyes of a watchdog. Sets
# `status` and `ms`.
run() {
	local input=$1
	shift
	rm -f "$work"/{peak,time,limit,err}
	: >"$work/out"
	set -m
	(
		if [ -n "$user_locale" ]; then export LC_ALL=$user_locale; else unset LC_ALL; fi
		export JUDGE_MARK=$work
		ulimit -c 0
		ulimit -f 1048576 # KiB: what the watchdog lets through, even on a busy machine, is far less
		{ time ${meter[@]+"${meter[@]}"} "$@" <"$input" >"$work/out" 2>>"$work/err"; } 2>"$work/time"
	) 2>/dev/null &
	program=$!
	watch </dev/null >/dev/null 2>&1 &
	watchdog=$!
	set +m # with it, wait would not wait for a program that stops itself
	{ time wait "$program"; } 2>"$work/waited"
	status=$?
	end_run
	ms=$(cat "$work/waited" "$work/time" 2>/dev/null | tail -n 1 | tr -cd 0-9)
	[ -n "$ms" ] || die "cannot write to $work"
	ms=$((10#$ms)) # whatever sign the locale has before the decimals
}

# Kills the program, and all that it has started, when it is over a limit.
watch() {
	local kib
	set +m
	(sleep "$time_limit" && stop TLE) &
	while sleep 0.1; do
		[ "$(wc -c <"$work/out")" -le "$output_limit" ] || stop OLE
		[ "$(wc -c <"$work/err")" -le 1048576 ] || : >"$work/err"
		kib=$(ps -A -o pid= -o pgid= -o rss= | awk -v group="$program" \
			'$2 == group && $1 != group { kib += $3 } END { print kib + 0 }')
		[ "$kib" -le $((memory_limit + 8192)) ] || stop MLE # some slack: it counts the meter, too
	done
}

stop() {
	[ -e "$work/limit" ] || echo "$1" >"$work/limit"
	kill -KILL "-$program"
}

# Nothing outlives a run. What has left its process group still has the mark in its environment.
end_run() {
	local group process
	for group in $program $watchdog; do
		kill -KILL "-$group" 2>/dev/null
		wait "$group" 2>/dev/null
	done
	program='' watchdog=''
	grep -lsF "JUDGE_MARK=$work" /proc/[0-9]*/environ | while IFS=/ read -r _ _ process _; do
		kill -KILL "$process" 2>/dev/null
	done
}

# A text as it is compared: without blanks at the ends of lines and empty lines at the end. A NUL,
# where some awks stop reading, becomes another byte that no answer has.
normalize() {
	head -c $((output_limit + 1)) "$1" | tr '\000' '\001' | awk '{
		end = length($0)
		while (end > 0 && index(" \t\r", substr($0, end, 1))) end--
		if (end == 0) { empty++; next }
		for (; empty > 0; empty--) print ""
		print substr($0, 1, end)
	}'
}

# Judges a command on a case and prints the verdict.
judge() {
	local name=$1 label=$2 verdict note='' peak
	shift 2
	output_limit=$(($(wc -c <"$root/expected/$name") * 2))
	[ $output_limit -gt 1048576 ] || output_limit=1048576
	run "$root/inputs/$name" "$@"
	peak=$(peak_memory)
	normalize "$root/expected/$name" >"$work/expected" || die "cannot write to $work"
	normalize "$work/out" >"$work/actual" || die "cannot write to $work"
	if [ -s "$work/limit" ]; then
		verdict=$(cat "$work/limit")
	elif [ "${peak:-0}" -gt "$memory_limit" ]; then
		verdict=MLE
	elif [ "$(wc -c <"$work/out")" -gt "$output_limit" ]; then
		verdict=OLE
	elif [ "$status" -ne 0 ]; then
		verdict=RE note="   exit code $status"
		# Above 128 it may be a signal: then GNU time says so, or the shell in a line of its own.
		if [ "$status" -gt 128 ] &&
			{ grep -qs 'by signal' "$work/peak" || [ "$(wc -l <"$work/time")" -gt 1 ]; }; then
			note="   SIG$(kill -l $((status - 128)))"
		fi
	elif cmp -s "$work/expected" "$work/actual"; then
		verdict=AC
	else
		verdict=WA
	fi
	report
}

# Prints what judge has found out, and counts it.
report() {
	local mib=- on='' off=''
	[ -z "$peak" ] || mib="$((peak / 1024)).$((peak % 1024 * 10 / 1024)) MiB"
	if [ -t 1 ] && [ -z "${NO_COLOR-}" ] && [ "${TERM-dumb}" != dumb ]; then
		on=$'\e[31m' off=$'\e[0m'
		[ "$verdict" != AC ] || on=$'\e[32m'
	fi
	printf '%s%-4s%s %-28s %6d ms %10s%s\n' "$on" "$verdict" "$off" "$label" "$ms" "$mib" "$note"
	[ "$ms" -lt "$slowest" ] || slowest=$ms slowest_case=$label
	[ "${peak:-0}" -lt "$largest" ] || largest=${peak:-0} largest_case="$label, $mib"
	[ "$verdict" = AC ] && passed=$((passed + 1)) && return
	failed=$((failed + 1))
	{
		diff -a -u -L expected -L actual "$work/expected" "$work/actual" | head -n 10
		tail -n 5 "$work/err"
	} | cut -c 1-160 | tr '\000-\010\013-\037\177' '?' | sed 's/^/     /'
	[ -z "$stop_early" ] || finish
}

finish() {
	[ $((passed + failed)) -gt 0 ] || die "nothing was judged"
	printf '\nslowest: %s, %d ms\n' "$slowest_case" "$slowest"
	[ "$largest" -eq 0 ] || echo "largest: $largest_case"
	echo "$passed passed, $failed failed"
	exit $((failed > 0))
}

parse_arguments "$@"
choose_cases
memory_limit=$(awk -v mib="$memory_limit" 'BEGIN { printf "%d", mib * 1024 }') # in KiB from here on
work=$(mktemp -d "${TMPDIR:-/tmp}/run_tests.XXXXXX") || die "no temporary folder"
trap 'end_run; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
choose_meter
if [ ${#own_command[@]} -eq 0 ]; then
	programs=$(printf '%s\n' "${cases[@]%%/*}" | sort -u)
	while IFS= read -r name; do build "$name" </dev/null; done <<<"$programs"
fi
for name in "${cases[@]}"; do
	label=${name%.*}
	IFS=/ read -r -a words <<<"${name%/*}"
	if [ ${#own_command[@]} -gt 0 ]; then
		judge "$name" "$label" "${own_command[@]}"
	elif [ "${name%/*}" = nqueen ]; then
		for method in halves backtrack table; do
			judge "$name" "$label $method" "$work/nqueen" "$method"
		done
	else
		judge "$name" "$label" "$work/${name%%/*}" ${words[@]+"${words[@]:1}"}
	fi
done
finish
