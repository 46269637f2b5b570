//! N-Queen (BOJ 9663): reads N and prints in how many ways N queens can stand on an N x N board so
//! that none attacks another.
//!
//! This file is the whole submission. From top to bottom: the table of answers, the plain counter,
//! the fast counter, reading and answering. `nqueen check` compares the three.

#![forbid(unsafe_code)]

use std::io::{self, Read, Write};
use std::iter;
use std::process::ExitCode;
use std::time::Instant;

/// What a judge gets: HALVES, BACKTRACK or TABLE.
const DEFAULT: Method = HALVES;

/// The largest N.
const MAX_N: usize = 15;

/// A name, and what finds the answer for an N from 1 to [`MAX_N`]; only such an N gets there.
type Method = (&'static str, fn(usize) -> u64);

const HALVES: Method = ("halves", halves);
const BACKTRACK: Method = ("backtrack", backtrack);
const TABLE: Method = ("table", table);
const METHODS: [Method; 3] = [HALVES, BACKTRACK, TABLE];

// ------------------------------------------------------------------------------------------ table

/// The answers, <https://oeis.org/A000170>. No counter looks at them.
const ANSWERS: [u64; MAX_N] = [
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184,
];

fn table(n: usize) -> u64 {
    ANSWERS[n - 1]
}

// -------------------------------------------------------------------------------------- backtrack

/// Counts by trying each free column in each row, depth first: the textbook's way, with bit masks as
/// in Martin Richards, *Backtracking Algorithms in MCPL using Bit Patterns and Recursion* (1997).
///
/// Right for n up to 31, the width of a mask. Each n takes five to six times as long as the last.
fn backtrack(n: usize) -> u64 {
    fill_rows((1 << n) - 1, 0, 0, 0)
}

/// In how many ways the rows that are left can be filled.
///
/// Bit c of a mask is column c. `all` has every column, `columns` those with a queen; `left` and
/// `right` have those of this row that queens above attack along diagonals, which lead a column
/// further to the left or right with each row. All masks are arguments: going back undoes nothing.
fn fill_rows(all: u32, columns: u32, left: u32, right: u32) -> u64 {
    if columns == all {
        return 1;
    }
    let mut count = 0;
    let mut free = all & !(columns | left | right);
    while free != 0 {
        let queen = free & free.wrapping_neg(); // the lowest bit
        free ^= queen;
        let (left, right) = ((left | queen) >> 1, (right | queen) << 1);
        count += fill_rows(all, columns | queen, left, right);
    }
    count
}

// ----------------------------------------------------------------------------------------- halves
//
//     n = 7                    n = 6
//     . Q . . . . .            . Q . . . .
//     . . . Q . . .  top       . . . Q . .  top
//     . . . . . Q .            . . . . . Q
//     Q . . . . . .  middle    -----------
//     . . Q . . . .            Q . . . . .
//     . . . . Q . .  bottom    . . Q . . .  bottom
//     . . . . . . Q            . . . . Q .
//
// A solution is two half boards that fit together: they have no column and no diagonal in common. A
// bottom half, seen upside down, is a top half. So the halves are listed once, by column set, and
// the tops of each set meet the bottoms in the other columns:
//
// 1. The halves of a set S whose last queen stands in column c are the halves of S - c, one row
//    shorter, that do not attack c. Row after row, this lists all halves without a search.
// 2. A half is known by the diagonals it occupies: a key of 32 bits. One AND tells whether two
//    halves share any, and compilers make vector instructions of it in blocks of 8 keys.
// 3. A queen in between, placed first, spares most comparisons. For odd n it is the middle row's:
//    what it attacks is closed to the halves from their first row on. For even n it is the bottom
//    half's last, in the row below the middle: the tops that attack it are left out.
// 4. Of solutions that are mirror images of each other, one is counted for all.

/// Counts by joining half boards: meet in the middle, as Horowitz and Sahni (1974) did for subset
/// sums.
///
/// Right for n from 1 to [`MAX_N`]; beyond that, [`ROOM`] is too small, and it panics. Each n takes
/// about four times as long as the last; 14 and 15 take 1.6 MB of memory.
fn halves(n: usize) -> u64 {
    if n == 1 {
        return 1; // the middle row is the whole board: there are no halves
    }
    let (rows, all) = (n as u32 / 2, (1 << n) - 1);
    let sets = (1..all).filter(|set: &u32| set.count_ones() <= rows);
    let (complete, shorter): (Vec<u32>, Vec<u32>) = sets.partition(|set| set.count_ones() == rows);
    let mut halves = Halves {
        all,
        keys: pad(&mut [0; ROOM], 1).to_vec(), // the half of no rows
        groups: vec![(0, LANES as u32); 1 << n],
    };
    let [mut tops, mut kept, mut bottoms] = [[0; ROOM]; 3];
    let mut count = 0;
    // No column for even n, else the middle one and those to the left, but not the outermost: there,
    // the queen of the middle row is never the nearer one, see `open`.
    let next = |&column: &u32| Some(column >> 1).filter(|&column| column > 1);
    for middle in iter::successors(Some((n as u32 % 2) << rows), next) {
        halves.keys.truncate(LANES);
        for &set in shorter.iter().filter(|&set| set & middle == 0) {
            let start = halves.keys.len() as u32;
            let group = halves.extend(set, open(n, middle, rows + 1 - set.count_ones()), &mut tops);
            halves.keys.extend_from_slice(group);
            halves.groups[set as usize] = (start, halves.keys.len() as u32);
        }
        for &set in complete.iter().filter(|&set| set & middle == 0) {
            let rest = all ^ middle ^ set;
            let images = images(n, middle, set, rest);
            if images == 0 {
                continue;
            }
            // All keys are for the row below the tops. What runs to the left on the way down runs to
            // the right on the way up.
            let tops = halves.extend(set, open(n, middle, 1), &mut tops);
            tops.iter_mut().for_each(|key| *key = key.rotate_left(16));
            let mut fits = 0;
            if middle != 0 {
                fits += join(tops, halves.extend(rest, open(n, middle, 1), &mut bottoms));
            } else {
                for queen in queens(rest) {
                    let top_len = keep(tops, queen, 0, &mut kept);
                    let len = halves.place(rest, queen, &mut bottoms);
                    fits += join(pad(&mut bottoms, len), pad(&mut kept, top_len));
                }
            }
            count += images * u64::from(fits);
        }
    }
    count
}

/// The columns in which a half may have a queen, in its row at this distance from the middle.
///
/// Reflection in the main diagonal swaps the middle row and the middle column. Their queens, unless
/// they are one, are never equally far from the centre: they would share a diagonal. So in one of
/// the two images the row's queen is the nearer, and that one is counted for both: the middle column
/// is closed in the rows that are no farther from the centre than the middle queen.
fn open(n: usize, middle: u32, distance: u32) -> u32 {
    let attacked = middle | middle << distance | middle >> distance;
    let centre = (n as u32 % 2) << (n / 2);
    let near = u32::from(middle << distance <= centre) * centre;
    ((1 << n) - 1) & !attacked & !near
}

/// How many solutions one with the column set `set` on top is counted for: none if an image of it is
/// counted for it.
///
/// Upside down, `set` and `rest` change places. The columns that each has in common with its mirror
/// image tell which is which, and these stay the same from left to right. Neither changes a distance
/// from the centre, on which the reflection in `open` depends, the third factor here. So each
/// symmetry halves what the others leave to be counted.
fn images(n: usize, middle: u32, set: u32, rest: u32) -> u64 {
    let mirror = |set: u32| set.reverse_bits() >> (32 - n);
    let upside_down = counted_for(set & mirror(set), rest & mirror(rest));
    let left_to_right = counted_for((middle, set), (mirror(middle), mirror(set)));
    upside_down * left_to_right * counted_for(middle, mirror(middle))
}

/// How many of two images the first is counted for; if they are equal, they are one.
fn counted_for<T: Ord>(image: T, other: T) -> u64 {
    u64::from(image <= other) + u64::from(image < other)
}

/// The diagonals that a half occupies, as they cross one given row: bit c for a diagonal through
/// column c that runs to the left, bit 16 + c for one that runs to the right, in the direction in
/// which the half grows. Diagonals that have left the board are forgotten.
type Key = u32;

/// Keys are stored and compared in blocks of this many, the last one of a group filled up with
/// [`PAD`]. That attacks every column, so no queen is added to it, and it shares a diagonal with
/// every half, as one of the two of its last queen is still on the board (n > 1).
const LANES: usize = 8;
const PAD: Key = !0;

/// Room for the halves of one column set, each an order of its columns, and a block of pads.
const ROOM: usize = 7 * 6 * 5 * 4 * 3 * 2 + LANES;

const _: () = assert!(MAX_N <= 15, "a key is for 16 columns, and ROOM for 7");

/// The halves of fewer than n / 2 rows, as keys for the row after their last.
struct Halves {
    all: u32,
    keys: Vec<Key>,
    /// Where in `keys` the halves of each column set start and end.
    groups: Vec<(u32, u32)>,
}

impl Halves {
    /// Lists the halves of `set` that end with `queen`, as keys for its row; returns how many.
    fn place(&self, set: u32, queen: Key, out: &mut [Key]) -> usize {
        let (start, end) = self.groups[(set & !queen) as usize];
        keep(&self.keys[start as usize..end as usize], queen, queen, out)
    }

    /// Lists the halves of `set` whose last queen stands in an `open` column, for the row after it.
    fn extend<'a>(&self, set: u32, open: u32, out: &'a mut [Key]) -> &'a mut [Key] {
        let mut len = 0;
        for queen in queens(set & open) {
            len += self.place(set, queen, &mut out[len..]);
        }
        for key in pad(out, len).iter_mut() {
            *key = (*key >> 1 & self.all >> 1) | (*key << 1 & (self.all & !1) << 16);
        }
        pad(out, len)
    }
}

/// Copies the keys of `group` that do not attack `queen` to `out`, with `mark` added, and returns
/// how many they are. Every key is copied, and overwritten by the next one unless it is kept: there
/// is no branch, nothing for the processor to guess wrong.
fn keep(group: &[Key], queen: Key, mark: Key, out: &mut [Key]) -> usize {
    let mut len = 0;
    for block in group.chunks_exact(LANES) {
        let room = &mut out[len..len + LANES];
        let mut kept = 0;
        for &key in block {
            room[kept as usize % LANES] = key | mark;
            kept += u32::from(key & queen == 0);
        }
        len += kept as usize;
    }
    len
}

/// The first `len` keys in whole blocks.
fn pad(keys: &mut [Key], len: usize) -> &mut [Key] {
    keys[len..len + LANES].fill(PAD);
    &mut keys[..(len + LANES - 1) / LANES * LANES]
}

/// How many pairs of a key here and a key there share no diagonal.
fn join(here: &[Key], there: &[Key]) -> u32 {
    let mut fits = 0;
    for block in here.chunks_exact(LANES) {
        for one in there {
            for other in block {
                fits += u32::from(one & other == 0);
            }
        }
    }
    fits
}

/// A queen in each column of a set: its column, for both of its diagonals.
fn queens(set: u32) -> impl Iterator<Item = Key> {
    let rest = |&set: &u32| Some(set & set.wrapping_sub(1)); // without the lowest bit
    let sets = iter::successors(Some(set), rest).take_while(|&set| set != 0);
    sets.map(|set| (set & set.wrapping_neg()) * 0x1_0001)
}

// -------------------------------------------------------------------------- reading and answering

/// Why there is no answer: the exit code, and what to say on standard error, if anything.
#[derive(Debug, PartialEq)]
struct Failure(u8, String);

impl From<io::Error> for Failure {
    /// Standard output cannot be written. A reader that has closed it knows that.
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure(1, String::new()),
            _ => Failure(1, format!("cannot write standard output: {error}")),
        }
    }
}

fn usage() -> String {
    let names = METHODS.map(|(name, _)| name).join(", ");
    let default = DEFAULT.0;
    format!(
        "\
Reads N, from 1 to {MAX_N}, and prints in how many ways N queens fit on an N x N board.

nqueen [METHOD] < INPUT      METHOD: {names} (without one: {default})
nqueen check                 every N by every method, side by side, with times
nqueen --help | -h           this text
"
    )
}

fn run(args: &[String], input: impl Read, mut output: impl Write) -> Result<(), Failure> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let method = match args[..] {
        [] => Some(DEFAULT),
        [name] => METHODS.iter().copied().find(|method| method.0 == name),
        _ => None,
    };
    match (&args[..], method) {
        (_, Some((_, count))) => writeln!(output, "{}", count(read_n(input)?))?,
        (["check"], _) => check(&METHODS, &mut output)?,
        (["--help" | "-h"], _) => write!(output, "{}", usage())?,
        _ => {
            return Err(Failure(
                2,
                format!("unknown arguments {args:?}\n{}", usage()),
            ))
        }
    }
    Ok(output.flush()?)
}

/// Reads a whole number from 1 to [`MAX_N`]. White space around it is fine, and so is a byte order
/// mark in front. What is longer than LIMIT bytes is refused without reading on.
fn read_n(input: impl Read) -> Result<usize, Failure> {
    const LIMIT: usize = 1024;
    const SHOWN: usize = 20;
    let mut bytes = Vec::new();
    if let Err(error) = input.take(LIMIT as u64 + 1).read_to_end(&mut bytes) {
        return Err(Failure(2, format!("cannot read standard input: {error}")));
    }
    let text = String::from_utf8_lossy(&bytes);
    let number = text.strip_prefix('\u{feff}').unwrap_or(&text).trim();
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    match number.parse() {
        Ok(n @ 1..=MAX_N) if digits && bytes.len() <= LIMIT => return Ok(n),
        _ => {}
    }
    let found = match text.char_indices().nth(SHOWN) {
        _ if text.is_empty() => "nothing".to_string(),
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}...", &text[..end]),
    };
    let message = format!("expected one whole number from 1 to {MAX_N}, found {found}");
    Err(Failure(2, message))
}

/// Prints a row for every N: the count, the methods' times in ms, how many times faster the first
/// method is than the second, and whether all agree.
fn check(methods: &[Method], mut output: impl Write) -> Result<(), Failure> {
    let names = methods.iter().map(|(name, _)| format!("{name:>13}"));
    writeln!(output, " N     count{}    ratio", names.collect::<String>())?;
    let mut result = Ok(());
    for n in 1..=MAX_N {
        let results = methods.iter().map(|&(_, count)| measure(count, n));
        let (counts, ms): (Vec<u64>, Vec<f64>) = results.unzip();
        let times: String = ms.iter().map(|ms| format!("{ms:13.3}")).collect();
        let (count, ratio) = (counts[0], ms[1] / ms[0]);
        let mut verdict = "ok".to_string();
        if counts.iter().any(|&other| other != count) {
            verdict = format!("MISMATCH {counts:?}");
            result = Err(Failure(1, "the methods disagree".to_string()));
        }
        writeln!(output, "{n:2}{count:10}{times}{ratio:9.1} {verdict}")?;
        output.flush()?;
    }
    result
}

/// What `count` answers for n, and the least of the times that it takes in some runs, in ms.
fn measure(count: fn(usize) -> u64, n: usize) -> (u64, f64) {
    let (mut answer, mut best) = (0, f64::MAX);
    for _ in 0..if n < 13 { 100 } else { 3 } {
        let start = Instant::now();
        answer = count(n);
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    (answer, best)
}

/// Says on `error`, standard error, what there is to say, and returns the exit code. Where not even
/// that can be written, the exit code has to do.
fn report(result: Result<(), Failure>, mut error: impl Write) -> u8 {
    let Failure(code, message) = result.err().unwrap_or(Failure(0, String::new()));
    if !message.is_empty() {
        let _ = writeln!(error, "nqueen: {message}");
    }
    code
}

fn main() -> ExitCode {
    let args = std::env::args_os().skip(1);
    let args: Vec<String> = args.map(|arg| arg.to_string_lossy().into_owned()).collect();
    ExitCode::from(report(run(&args, io::stdin(), io::stdout()), io::stderr()))
}

#[cfg(test)]
mod tests;
