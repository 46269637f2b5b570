//! N-Queen (BOJ 9663): reads N and prints the number of ways to place N queens on an N x N board so
//! that no two attack each other.
//! This file is the whole submission. In order: a table of the answers, a plain counter, a fast
//! counter, input and output. `nqueen check` compares the three. The exercises use what is `pub`.

#![forbid(unsafe_code)]

use std::cmp::Ordering::{Equal, Greater, Less};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::{env, iter, process::ExitCode, time::Instant};

type Counter = fn(usize) -> u64; // takes n from 1 to MAX_N, returns the number of solutions
const DEFAULT: Counter = halves; // what a judge runs: halves, backtrack or table
const MAX_N: usize = 15; // the largest N

// ------------------------------------------------------------------------------------------ table
/// The answers, <https://oeis.org/A000170>. Only `table` looks at them.
const ANSWERS: [u64; MAX_N] = [
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184,
];
fn table(n: usize) -> u64 {
    ANSWERS[n - 1]
}

// -------------------------------------------------------------------------------------- backtrack
pub type Set = usize; // a set of columns: bit c is column c from the left; a queen is a set of one

/// Returns the columns of a set one by one, from the left, each as a queen.
pub fn queens(mut set: Set) -> impl Iterator<Item = Set> {
    iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        Some(lowest)
    })
}

/// Counts by trying each free column in each row, depth first: the textbook method, with bit masks
/// of Martin Richards, *Backtracking Algorithms in MCPL using Bit Patterns and Recursion* (1997).
/// Visits every placement in the first rows, however many: 2,057 for n = 8, 171 million for n = 15.
/// Right for n up to 27, the largest with a known count: a `Set` takes 27 bits, the count 58.
fn backtrack(n: usize) -> u64 {
    completions((1 << n) - 1, 0, 0, 0)
}

/// Returns the number of ways to fill the remaining rows. `taken` columns have a queen; `left` and
/// `right` are attacked in the current row, by diagonals that move one column left (one bit down)
/// or right with each row. Each call has its own masks, so nothing is ever undone.
fn completions(all: Set, taken: Set, left: Set, right: Set) -> u64 {
    if taken == all {
        return 1;
    }
    let mut count = 0;
    for queen in queens(all & !(taken | left | right)) {
        let (left, right) = ((left | queen) >> 1, (right | queen) << 1);
        count += completions(all, taken | queen, left, right);
    }
    count
}

// ----------------------------------------------------------------------------------------- halves
//     . . . Q . . .
//     Q . . . . . .  top half
//     . . . . Q . .
//     / . \ / . \ \  the middle row, with the diagonals of the top half
//     . Q . . . . .  the middle row (odd n only), with its queen, which is on none of them
//     \ . . \ X . /  the middle row, with the diagonals of the bottom half (X: both / and \)
//     . . . . . Q .
//     . . Q . . . .  bottom half: upside down, it is a top half
//     . . . . . . Q
//
// Meet in the middle, as in Horowitz and Sahni (1974): list the halves, then join them.
// 1. A *placement* is a queen in each of the first rows, none attacking another; a half is one in
//    n / 2 rows. The placements in a set of columns are those in the set without one column,
//    followed by a queen in that column. So lists grow from lists, and there is no search.
// 2. A top, and a bottom in the other columns, are a solution if, seen from one row, they share no
//    diagonal. One AND decides that, and compilers turn a block of them into vector instructions.
// 3. That row is the middle row for odd n, the bottom's row next to the middle for even n. Its
//    queen is placed before the halves are joined, and those that attack it are left out.
// 4. Of a solution and its images (rotated or reflected), only some are counted, for all.

/// The diagonals of a placement, seen from the row after it: bit c is the one through column c that
/// moves left with each row, bit 16 + c the one that moves right. Only the latter are kept beyond
/// column n - 1. They are compared with queens and with what moves left, neither of which is there.
type Diagonals = u32;
type List = [Diagonals]; // placements in the same columns; pads fill up the last block
const BLOCK: usize = 8;
const PAD: Diagonals = !0; // attacks every queen; fits no placement but the empty one

/// Returns the number of pairs that share no diagonal: at most 7! x 7!, which fits in 32 bits.
fn join(tops: &List, bottoms: &List) -> u64 {
    let mut count = 0;
    for block in tops.chunks_exact(BLOCK) {
        for bottom in bottoms {
            for top in block {
                count += u32::from(top & bottom == 0);
            }
        }
    }
    u64::from(count)
}

/// Keeps the placements that do not attack their queen, which is in the row they are seen from.
/// `step` is 1 to add the queen and move on to the row after it, 0 to leave them as they are.
/// Returns them, at the start of `room`, and the rest of the room.
#[inline(always)] // compiled for each use: 11 % faster for n = 14
fn filter<'a, 'b>(
    placements: impl IntoIterator<Item = (Set, &'b List)>,
    step: u32,
    room: &'a mut List,
) -> (&'a mut List, &'a mut List) {
    let mut len = 0;
    for (queen, list) in placements {
        let attacked = queen as Diagonals * 0x1_0001;
        for block in list.chunks_exact(BLOCK) {
            for placement in block {
                room[len] = placement | (attacked * step);
                len += usize::from(placement & attacked == 0); // else it is overwritten
            }
        }
    }
    let end = (len + BLOCK - 1) / BLOCK * BLOCK;
    for placement in &mut room[..end] {
        *placement = (*placement & 0xffff) >> step | (*placement >> 16) << (16 + step);
    }
    room[len..len + BLOCK].fill(PAD); // a constant length is faster; beyond `end`, nothing is lost
    room.split_at_mut(end)
}

/// Returns the number of solutions with the halves in these columns and their last queens, next to
/// the middle, in `open` ones. `lists` has the placements without the last queen, by column set.
fn pairs(top: Set, bottom: Set, open: Set, odd: bool, lists: &[&List], room: &mut List) -> u64 {
    let parts = |set| queens(set & open).map(move |queen| (queen, lists[set ^ queen]));
    let (tops, room) = filter(parts(top), 1, room);
    tops.iter_mut().for_each(|top| *top = top.rotate_left(16)); // seen upwards, left is right
    if odd {
        return join(tops, filter(parts(bottom), 1, room).0);
    }
    let counts = parts(bottom).map(|(queen, list)| {
        let (kept, room) = filter([(queen, &*tops)], 0, room);
        join(kept, filter([(queen, list)], 0, room).0)
    });
    counts.sum()
}

/// Returns how many solutions one with these columns is counted for; 0 if an image is counted.
/// Upside down, the sets change places; mirrored, each is mirrored. Of these four images, the one
/// with the greatest set at the bottom is counted for all. If two have it, each is counted for two,
/// or the two are one solution. (Not more than two have it, since top and bottom differ.)
/// If the middle queen is beside the centre, all eight images differ. `halves` meets two of them,
/// each the other upside down: the one with the greater set at the bottom is counted.
fn weight(n: usize, beside: bool, top: Set, bottom: Set) -> u64 {
    if beside {
        return 8 * u64::from(bottom > top);
    }
    let mirrored = |set: Set| set.reverse_bits() >> (usize::BITS as usize - n);
    match bottom.cmp(&top.max(mirrored(top)).max(mirrored(bottom))) {
        Greater => 4,
        Equal => 2,
        Less => 0,
    }
}

/// Counts by joining halves: for n = 15, it compares 84 million pairs and touches 1.5 MB.
fn halves(n: usize) -> u64 {
    const _: () = assert!(MAX_N <= 15, "the memory is for n up to 15");
    let mut memory = vec![0; 24 << n]; // enough for each n up to 15, as tests show; else a panic
    let (rows, centre) = (n / 2, (n % 2) << (n / 2)); // for even n, the centre is the empty set
    let mut count = u64::from(n == 1); // no halves: the middle row is the board
    for distance in 0..if n % 2 == 0 { 1 } else { rows } {
        // Two of eight images have the middle queen left of the centre, and nearer to it than the
        // middle column's queen. (A diagonal reflection swaps these. Equally near, they attack.)
        let middle = centre >> distance;
        let columns = ((1 << n) - 1) ^ middle;
        let near = |away: usize| if away <= distance { centre } else { 0 }; // rows from the middle
        let open = |away: usize| columns & !(middle << away | middle >> away | near(away));
        let mut room = &mut memory[..];
        let mut lists: Vec<&List> = vec![&[]; 1 << n];
        lists[0] = &[0, PAD, PAD, PAD, PAD, PAD, PAD, PAD]; // the empty placement (n = 2: no top)
        let mut set = 0;
        while set < columns {
            set = set.wrapping_sub(columns) & columns; // ascending: after its own subsets
            let (size, top, bottom) = (set.count_ones() as usize, columns ^ set, set);
            if size < rows {
                let last = queens(set & open(rows + 1 - size));
                (lists[set], room) = filter(last.map(|queen| (queen, lists[set ^ queen])), 1, room);
            } else if size == rows && weight(n, distance > 0, top, bottom) > 0 {
                // A weight means that top < bottom, so the subsets of both came before.
                let found = pairs(top, bottom, open(1), n % 2 > 0, &lists, room);
                count += weight(n, distance > 0, top, bottom) * found;
            }
        }
    }
    count
}

// ------------------------------------------------------------------------------- input and output
/// Why there is no answer: an exit code, and a message for standard error, if any.
#[derive(Debug, PartialEq)]
pub struct Failure(pub u8, pub String);
pub type Result<T> = std::result::Result<T, Failure>;

impl From<io::Error> for Failure {
    /// Standard output cannot be written. A reader that has closed it needs no message.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure(1, String::new()),
            _ => Failure(1, format!("cannot write standard output: {error}")),
        }
    }
}

/// Reads a whole number from 1 to [`MAX_N`]; white space around it and a byte order mark in front
/// are allowed. Stops after a line that is not blank if no more has come with it (at a terminal,
/// Enter is enough), and after 1025 bytes, one more than is allowed.
pub fn read_n(input: impl Read) -> Result<usize> {
    let unreadable = |error| Failure(2, format!("cannot read standard input: {error}"));
    let (mut input, mut bytes) = (BufReader::new(input.take(1025)), vec![]);
    while input.read_until(b'\n', &mut bytes).map_err(unreadable)? > 0 {
        if input.buffer().is_empty() && !String::from_utf8_lossy(&bytes).trim().is_empty() {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    let shown: String = text.chars().take(20).collect();
    let dots = if shown.len() < text.len() { "..." } else { "" };
    let message = format!("expected one whole number from 1 to {MAX_N}, found {shown:?}{dots}");
    let number = text.strip_prefix('\u{feff}').unwrap_or(&text).trim();
    match number.parse() {
        Ok(n @ 1..=MAX_N) if !number.starts_with('+') && bytes.len() <= 1024 => Ok(n),
        _ => Err(Failure(2, message)),
    }
}

/// Returns the answer for n, and the shortest time that it took in several runs, in ms.
fn measure(count: Counter, n: usize) -> (u64, f64) {
    let runs = (0..if n < 13 { 100 } else { 3 }).map(|_| {
        let start = Instant::now();
        (count(n), start.elapsed().as_secs_f64() * 1e3)
    });
    runs.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
}

const METHODS: [(&str, Counter); 3] = [
    ("halves", halves),
    ("backtrack", backtrack),
    ("table", table),
];

/// Prints a row for every N: the count, each method's time in ms, how many times faster the first
/// method is than the second, and whether all agree.
fn check(methods: &[(&str, Counter)], mut output: impl Write) -> Result<()> {
    let names = methods.iter().map(|(name, _)| format!("{name:>13}"));
    writeln!(output, " N     count{}    ratio", names.collect::<String>())?;
    let mut result = Ok(());
    for n in 1..=MAX_N {
        let (counts, ms): (Vec<_>, Vec<_>) = methods.iter().map(|m| measure(m.1, n)).unzip();
        let times: String = ms.iter().map(|ms| format!("{ms:13.3}")).collect();
        let mut verdict = "ok".to_string();
        if counts.iter().any(|&count| count != counts[0]) {
            verdict = format!("MISMATCH {counts:?}");
            result = Err(Failure(1, "the methods disagree".to_string()));
        }
        let (count, ratio) = (counts[0], ms[1] / ms[0]);
        writeln!(output, "{n:2}{count:10}{times}{ratio:9.1} {verdict}")?;
    }
    result
}

const USAGE: &str = "\
Reads N, from 1 to 15, and prints the number of ways to place N queens on an N x N board.

nqueen [METHOD] < INPUT      METHOD: halves (the default), backtrack, table
nqueen check                 every N by every method, side by side, with times
nqueen --help | -h           this text";

fn run(args: &[&str], input: impl Read, mut output: impl Write) -> Result<()> {
    let named = METHODS.iter().find(|(name, _)| args == [*name]);
    match (args, named) {
        (_, Some((_, counter))) => writeln!(output, "{}", counter(read_n(input)?))?,
        ([], _) => writeln!(output, "{}", DEFAULT(read_n(input)?))?,
        (["check"], _) => check(&METHODS, &mut output)?,
        (["--help" | "-h"], _) => writeln!(output, "{USAGE}")?,
        _ => return Err(Failure(2, format!("unknown arguments {args:?}\n{USAGE}"))),
    }
    Ok(output.flush()?)
}

/// Calls `run`, reports its failure on standard error, and returns the exit code.
pub fn start(program: &str, run: fn(&[&str], io::Stdin, io::Stdout) -> Result<()>) -> ExitCode {
    let args: Vec<_> = env::args_os().skip(1).collect();
    let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    let args: Vec<_> = args.iter().map(|arg| &**arg).collect();
    let result = run(&args, io::stdin(), io::stdout());
    let Failure(code, message) = result.err().unwrap_or(Failure(0, String::new()));
    if !message.is_empty() {
        let _ = writeln!(io::stderr(), "{program}: {message}");
    }
    ExitCode::from(code)
}

fn main() -> ExitCode {
    start("nqueen", run)
}

#[cfg(test)]
pub mod tests;
