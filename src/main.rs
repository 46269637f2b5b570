//! N-Queen (BOJ 9663): reads N, prints the number of ways to place N queens on an N x N board so
//! that no two attack each other. This file is the whole submission: a table of answers, a plain
//! counter, a fast counter, input and output. `nqueen check` compares the three.

#![forbid(unsafe_code)]
use std::io::{self, BufRead, BufReader, Read, Write};
use std::{env, process::ExitCode, time::Instant};

type Method = (&'static str, fn(usize) -> u64); // name; n from 1 to MAX_N -> number of solutions
const HALVES: Method = ("halves", halves);
const BACKTRACK: Method = ("backtrack", backtrack);
const TABLE: Method = ("table", table);
const METHODS: [Method; 3] = [HALVES, BACKTRACK, TABLE];
const DEFAULT: Method = HALVES; // what answers on a judge: HALVES, BACKTRACK or TABLE
const MAX_N: usize = 15; // the largest N

// ------------------------------------------------------------------------------------------ table
/// The answers, <https://oeis.org/A000170>. Only `table` looks at them.
const ANSWERS: [u64; MAX_N] = [
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184,
];
fn table(n: usize) -> u64 {
    ANSWERS[n - 1]
}

// -------------------------------------------------- backtrack (this section compiles on its own)
pub type Set = usize; // a set of columns: bit c is column c from the left; a queen is a set of one

/// Returns the columns of a set one by one, from the left, each as a queen.
pub fn queens(mut set: Set) -> impl Iterator<Item = Set> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Counts by trying each free column in each row, depth first: the textbook method, with bit masks
/// of Martin Richards, *Backtracking Algorithms in MCPL using Bit Patterns and Recursion* (1997).
/// Visits each *branch*: queens in the first k rows, for any k, no two attacking each other. They
/// are 2,057 for n = 8, with the empty one, and 171 million for n = 15. Right for all known counts.
fn backtrack(n: usize) -> u64 {
    completions((1 << n) - 1, 0, 0)
}

/// Returns the number of ways to fill the remaining rows of a branch. `free` columns have no queen
/// yet. `left` and `right` are attacked in the next row, by diagonals that move left (one bit down)
/// or right with each row. Each call has its own masks, so nothing is ever undone.
fn completions(free: Set, left: Set, right: Set) -> u64 {
    if free == 0 {
        return 1;
    }
    let mut count = 0;
    for queen in queens(free & !(left | right)) {
        count += completions(free ^ queen, (left | queen) >> 1, (right | queen) << 1);
    }
    count
}

// ----------------------------------------------------------------------------------------- halves
//     . . . Q . . .
//     Q . . . . . .     top half
//     . . . . Q . .
//     / . \ / . \ \     the diagonals of the top half, seen in the middle row
//     . Q . . . . .     the middle row (odd n only): its queen is on no diagonal
//     \ . . \ X . /     the diagonals of the bottom half, seen in the middle row (X: both)
//     . . . . . Q .
//     . . Q . . . .     bottom half
//     . . . . . . Q
// Meet in the middle, as in Horowitz and Sahni (1974): list the halves of the board, then count the
// pairs that fit. A *half* is a branch of n / 2 rows. The bottom half is one when the board is
// flipped, top to bottom.
// 1. Two halves fit if they share no column and no diagonal. It is enough to compare the diagonals
//    in one row between them: two queens on one diagonal see the same square of that row. So a half
//    is a column set and, for each direction, a mask of diagonals. One AND compares the masks, once
//    those of one half have changed places: flipped, a diagonal that moves left moves right.
// 2. Branches are listed by column set, from the edge of the board inwards: for each column of the
//    set, the branches in the set without it that do not attack a queen there, and that queen. So
//    a list grows from those of smaller sets, without a search.
// 3. For odd n, the queen in the middle row is placed first. Its column and, in each row, the
//    squares on its diagonals are closed to the halves. They are compared in the middle row.
// 4. For even n, halves are compared in the bottom half's row next to the middle, for each queen in
//    that row: with the tops that do not attack it, and the bottoms of n / 2 - 1 rows that do not.

/// The diagonals of a branch, seen in the row after it. Bit c: one that moves left with each row
/// goes through column c. Bit 16 + c: one that moves right does. The latter may stay in the mask
/// beyond the board. They do no harm: they are compared only with queens and, in the other half,
/// with diagonals that move left. Both are on the board.
type Diagonals = u32;
const _: () = assert!(MAX_N <= 16, "Diagonals has 16 bits for each direction");
type List = [Diagonals]; // branches in the same columns, in blocks; pads fill up the last block
const BLOCK: usize = 8;
const PAD: Diagonals = !0; // attacks every queen; shares a diagonal with all but the empty branch
const EMPTY: [Diagonals; BLOCK] = [0, PAD, PAD, PAD, PAD, PAD, PAD, PAD]; // n = 2 has no top

/// Returns the number of pairs that share no diagonal: at most 8! x 8!, which is less than 2^32.
fn join(tops: &List, bottoms: &List) -> u64 {
    let mut count = 0;
    for block in tops.chunks_exact(BLOCK) {
        for bottom in bottoms {
            for top in block {
                count += u32::from((top & bottom) == 0); // by vector instructions
            }
        }
    }
    u64::from(count)
}

/// Each list comes with a queen, in the row where its branches are seen. Returns the branches that
/// do not attack it; to `advance` is to add it to them, and to see them in the next row. They are
/// at the start of `room`; the rest of the room is returned, too.
#[inline(always)] // a copy for each use: up to 23 % faster for even n
fn filter<'a>(
    candidates: impl IntoIterator<Item = (Set, &'a List)>,
    advance: bool,
    room: &'a mut List,
) -> (&'a mut List, &'a mut List) {
    let mut len = 0;
    for (queen, list) in candidates {
        let attacked = queen as Diagonals * 0x1_0001; // the queen's square, in both directions
        for block in list.chunks_exact(BLOCK) {
            for branch in block {
                room[len] = if advance { branch | attacked } else { *branch };
                len += usize::from((branch & attacked) == 0); // else what comes next overwrites it
            }
        }
    }
    let end = (len + BLOCK - 1) / BLOCK * BLOCK;
    if advance {
        for branch in &mut room[..end] {
            *branch = (*branch & 0xffff) >> 1 | (*branch >> 16) << 17; // by vector instructions
        }
    }
    room[len..len + BLOCK].fill(PAD); // always a block, which is fast; beyond `end` it is not used
    room.split_at_mut(end)
}

/// Returns the number of solutions with these column sets. `lists` has the branches of the halves
/// without the last queen, the one next to the middle, for which these columns are `open`.
fn pairs(top: Set, bottom: Set, open: Set, odd: bool, lists: &[&List], room: &mut List) -> u64 {
    let candidates = |set| queens(set & open).map(move |queen| (queen, lists[set ^ queen]));
    let (tops, room) = filter(candidates(top), true, room);
    tops.iter_mut().for_each(|top| *top = top.rotate_left(16)); // as the bottoms see them
    if odd {
        return join(tops, filter(candidates(bottom), true, room).0);
    }
    let counts = candidates(bottom).map(|(queen, list)| {
        let (tops, room) = filter([(queen, &*tops)], false, room);
        join(tops, filter([(queen, list)], false, room).0)
    });
    counts.sum()
}

/// Returns how many solutions one with these column sets stands for; 0 if an image stands for it.
/// Flipped, the sets change places; mirrored, each is mirrored. With the middle queen `beside` the
/// centre, all eight images differ (half a turn would put two queens in its row). `halves` meets
/// two, each the other flipped: the greater bottom set stands for all. Else it meets four images:
/// the greatest bottom set stands for all, one for four, or two for two each (or both are one).
fn weight(n: usize, beside: bool, top: Set, bottom: Set) -> u64 {
    if beside {
        return 8 * u64::from(bottom > top);
    }
    let mirrored = |set: Set| set.reverse_bits() >> (usize::BITS as usize - n);
    let others = top.max(mirrored(top)).max(mirrored(bottom));
    4 * u64::from(bottom > others) + 2 * u64::from(bottom == others)
}

/// Counts by joining halves: for n = 15, it joins 76.8 million pairs, and touches 1.3 MB.
fn halves(n: usize) -> u64 {
    let mut memory = vec![0; 80 << n]; // enough for each n up to 16, as tests show; else a panic
    let mut count = u64::from(n == 1); // no halves: the middle row is the board
    let (rows, centre) = (n / 2, (n % 2) << (n / 2));
    // For odd n, the middle row's queen is in the centre, or left of it and nearer to the centre
    // than the middle column's queen: a diagonal reflection swaps the two. (Equally near, they
    // attack each other.) So it is not at the edge. For even n, the centre is the empty set.
    let distances = if n % 2 == 0 { 1 } else { rows };
    for distance in 0..distances {
        let middle = centre >> distance;
        let columns = ((1 << n) - 1) ^ middle;
        let near = |away| if away <= distance { centre } else { 0 }; // away: rows from the middle
        let open = |away: usize| columns & !(middle << away | middle >> away | near(away));
        let mut room = &mut memory[..];
        let mut lists: Vec<&List> = vec![&[]; 1 << n];
        lists[0] = &EMPTY;
        let mut set = 0;
        while set < columns {
            set = set.wrapping_sub(columns) & columns; // the next larger; its subsets came before
            let (size, top, bottom) = (set.count_ones() as usize, columns ^ set, set);
            if size < rows {
                let last = queens(set & open(rows + 1 - size));
                let candidates = last.map(|queen| (queen, lists[set ^ queen]));
                (lists[set], room) = filter(candidates, true, room);
            } else if size == rows {
                let weight = weight(n, distance > 0, top, bottom);
                if weight > 0 {
                    // So top < bottom, and the subsets of both came before.
                    count += weight * pairs(top, bottom, open(1), n % 2 == 1, &lists, room);
                }
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
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure(1, String::new()), // its reader has closed it
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
fn measure(count: fn(usize) -> u64, n: usize) -> (u64, f64) {
    let runs = (0..if n < 13 { 100 } else { 3 }).map(|_| {
        let start = Instant::now();
        (count(n), start.elapsed().as_secs_f64() * 1e3)
    });
    runs.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
}

/// Prints a row for every N: count, times in ms, `backtrack`'s by `halves`', and whether all agree.
fn check(methods: &[Method], mut output: impl Write) -> Result<()> {
    let place = |method: Method| methods.iter().position(|m| m.0 == method.0).unwrap();
    let names: String = methods.iter().map(|m| format!("{:>13}", m.0)).collect();
    writeln!(output, " N     count{names}  {}/{}", BACKTRACK.0, HALVES.0)?;
    let mut result = Ok(());
    for n in 1..=MAX_N {
        let (counts, ms): (Vec<_>, Vec<_>) = methods.iter().map(|m| measure(m.1, n)).unzip();
        let times: String = ms.iter().map(|ms| format!("{ms:13.3}")).collect();
        let mut verdict = "ok".to_string();
        if counts.iter().any(|&count| count != counts[0]) {
            verdict = format!("MISMATCH {counts:?}");
            result = Err(Failure(1, "the methods disagree".to_string()));
        }
        let (count, ratio) = (counts[0], ms[place(BACKTRACK)] / ms[place(HALVES)]);
        writeln!(output, "{n:2}{count:10}{times}{ratio:18.1} {verdict}")?;
    }
    result
}

fn run(args: &[&str], input: impl Read, mut output: impl Write) -> Result<()> {
    let names = METHODS.map(|method| method.0).join(", ");
    let usage = format!(
        "Reads N (1 to {MAX_N}), prints the number of ways to place N queens on an N x N board.

nqueen [METHOD] < INPUT      METHOD: {}
nqueen check                 every N by every method, side by side, with times
nqueen --help | -h           this text",
        names.replace(DEFAULT.0, &format!("{} (the default)", DEFAULT.0))
    );
    let named = METHODS.iter().find(|(name, _)| args == [*name]);
    match (args, named) {
        (_, Some((_, counter))) => writeln!(output, "{}", counter(read_n(input)?))?,
        ([], _) => writeln!(output, "{}", DEFAULT.1(read_n(input)?))?,
        (["check"], _) => check(&METHODS, &mut output)?,
        (["--help" | "-h"], _) => writeln!(output, "{usage}")?,
        _ => return Err(Failure(2, format!("unknown arguments {args:?}\n{usage}"))),
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
pub mod tests; // not compiled by a judge
