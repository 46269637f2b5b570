//! The exercises that lead up to N-Queen: place a queen in each column of an N x N board, from left
//! to right, and let a rule cut off the branches that lead nowhere.
//!
//! From top to bottom: the search, what is done with what it finds, reading and answering.

#![forbid(unsafe_code)]

use std::io::{self, BufWriter, Read, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::process::ExitCode;

/// The largest N.
const MAX_N: usize = 15;

// ----------------------------------------------------------------------------------------- search

/// What two queens must not share, besides a column.
#[derive(Clone, Copy)]
enum Rule {
    /// Nothing. N^N placements.
    Columns,
    /// A row, like rooks. N! placements.
    Rows,
    /// A row or a diagonal. The solutions of N-Queen.
    Diagonals,
}

/// Visits all branches, that is all placements in the first column, the first two columns, ... that
/// keep the rule, in lexicographic order. A branch is the rows of its queens, counted from 0; those
/// that grow from it are visited next. `visit` may break off the search.
fn search<B>(
    n: usize,
    rule: Rule,
    visit: &mut impl FnMut(&[usize]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    grow(n, rule, &mut vec![], [0; 3], visit)
}

/// Visits the branches that grow from `branch`. In `taken` bit r stands for row r: rows with a queen,
/// and rows that queens attack in the next column along diagonals that go up or down.
fn grow<B>(
    n: usize,
    rule: Rule,
    branch: &mut Vec<usize>,
    taken: [u32; 3],
    visit: &mut impl FnMut(&[usize]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let [rows, up, down] = taken;
    let closed = match rule {
        Rule::Columns => 0,
        Rule::Rows => rows,
        Rule::Diagonals => rows | up | down,
    };
    let mut free = ((1 << n) - 1) & !closed;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        branch.push(queen.trailing_zeros() as usize);
        visit(branch)?;
        if branch.len() < n {
            let taken = [rows | queen, (up | queen) >> 1, (down | queen) << 1];
            grow(n, rule, branch, taken, visit)?;
        }
        branch.pop();
    }
    Continue(())
}

/// Visits the branches with a queen in every column.
fn each_placement<B>(
    n: usize,
    rule: Rule,
    mut visit: impl FnMut(&[usize]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    search(n, rule, &mut |branch| {
        if branch.len() == n {
            visit(branch)
        } else {
            Continue(())
        }
    })
}

// -------------------------------------------------------------------------- list, count, keep, stop

type Output<'a> = BufWriter<&'a mut dyn Write>;

/// Prints all placements, a line each, and returns how many they are. In a line only that is written
/// anew in which it differs from the one before.
fn list(n: usize, rule: Rule, output: &mut Output) -> io::Result<u64> {
    let width = if n > 10 { 3 } else { 2 };
    let mut line = vec![b' '; n * width];
    line.push(b'\n');
    let mut count = 0;
    let end = search(n, rule, &mut |branch| {
        let row = branch[branch.len() - 1] as u8;
        let end = branch.len() * width;
        line[end - 2] = if row < 10 { b' ' } else { b'1' };
        line[end - 1] = b'0' + row % 10;
        if branch.len() == n {
            count += 1;
            if let Err(error) = output.write_all(&line) {
                return Break(error);
            }
        }
        Continue(())
    });
    match end {
        Break(error) => Err(error),
        Continue(()) => Ok(count),
    }
}

fn count(n: usize, rule: Rule) -> u64 {
    let mut count = 0;
    let _ = each_placement(n, rule, |_| {
        count += 1;
        Continue::<()>(())
    });
    count
}

/// How many placements there are, and the greatest of the numbers that they make: their rows, counted
/// from 1, one after the other. Such a number has up to 21 digits. Without a placement it is 0.
fn greatest(n: usize, rule: Rule) -> (u64, u128) {
    let (mut count, mut greatest) = (0, 0);
    let _ = each_placement(n, rule, |placement| {
        let number = placement.iter().fold(0, |number, &row| {
            let shift = if row + 1 < 10 { 10 } else { 100 };
            number * shift + row as u128 + 1
        });
        count += 1;
        greatest = number.max(greatest);
        Continue::<()>(())
    });
    (count, greatest)
}

fn first(n: usize, rule: Rule) -> Option<Vec<usize>> {
    match each_placement(n, rule, |placement| Break(placement.to_vec())) {
        Break(placement) => Some(placement),
        Continue(()) => None,
    }
}

// -------------------------------------------------------------------------- reading and answering

type Command = fn(usize, &mut Output) -> io::Result<()>;

const COMMANDS: [(&str, Command); 6] = [
    ("branching", |n, output| {
        list(n, Rule::Columns, output).map(drop)
    }),
    ("rooks", |n, output| list(n, Rule::Rows, output).map(drop)),
    ("queens", |n, output| {
        let count = list(n, Rule::Diagonals, output)?;
        writeln!(output, "경우의 수 {count}")
    }),
    ("rook-count", |n, output| {
        writeln!(output, "{}", count(n, Rule::Rows))
    }),
    ("max", |n, output| {
        let (count, greatest) = greatest(n, Rule::Diagonals);
        writeln!(output, "{count}\n{greatest}")
    }),
    ("first", |n, output| match first(n, Rule::Diagonals) {
        Some(rows) => (1..)
            .zip(rows)
            .try_for_each(|(column, row)| writeln!(output, " ({}, {})", column, row + 1)),
        None => writeln!(output, "No solution"),
    }),
];

const USAGE: &str = "\
Reads N, from 1 to 15, and places a queen in each column of an N x N board.

placements COMMAND < INPUT

branching     every placement, a line each: N^N
rooks         every placement without two queens in a row: N!
queens        every placement without two in a row or diagonal, and their number
rook-count    the number of placements without two in a row
max           the number of placements without two in a row or diagonal, and the greatest
              number that one makes, its rows (from 1 on) written one after the other
first         the first placement without two in a row or diagonal
--help | -h   this text
";

fn run(args: &[String], input: impl Read, mut output: impl Write) -> Result<(), Failure> {
    let mut output: Output = BufWriter::with_capacity(1 << 16, &mut output);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let command = COMMANDS.iter().find(|command| args == [command.0]);
    match (&args[..], command) {
        (_, Some((_, command))) => command(read_n(input)?, &mut output)?,
        (["--help" | "-h"], _) => write!(output, "{}", USAGE)?,
        _ => return Err(Failure(2, format!("unknown arguments {args:?}\n{USAGE}"))),
    }
    Ok(output.flush()?)
}

// From here on all is as in src/main.rs, which cannot be shared: each file compiles by itself, so
// that it can be pasted into a judge.

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

/// Says on `error`, standard error, what there is to say, and returns the exit code. Where not even
/// that can be written, the exit code has to do.
fn report(result: Result<(), Failure>, mut error: impl Write) -> u8 {
    let Failure(code, message) = result.err().unwrap_or(Failure(0, String::new()));
    if !message.is_empty() {
        let _ = writeln!(error, "placements: {message}");
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
