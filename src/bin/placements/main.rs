//! The exercises that lead up to N-Queen: place a queen in each column of an N x N board. In order:
//! the search, what is done with the placements it finds, input and output.
//!
//! The original exercises print the row of each column's queen. So this program goes column by
//! column, where the textbook counter in src/main.rs goes row by row. The result is the same.

#![forbid(unsafe_code)]

use std::convert::Infallible;
use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

/// The submission. Both programs read N and report failures alike, so this one borrows that code.
#[path = "../../main.rs"]
#[allow(dead_code)] // the counters
mod nqueen;
use nqueen::{queens, read_n, start, Failure, Set};

// ----------------------------------------------------------------------------------------- search

/// What two queens must not share, besides a column.
#[derive(Clone, Copy)]
enum Rule {
    /// Nothing else: N^N placements.
    Columns,
    /// A row, like rooks: N! placements.
    Rows,
    /// A row or a diagonal: the solutions of N-Queen.
    Diagonals,
}

/// Visits every branch: a queen in each of the first columns, one or more, so that the rule is kept.
/// A branch is given as the rows of its queens, counted from 0. The order is lexicographic. Ends early
/// if `visit` returns an `Err`, and returns it.
fn search<E>(
    n: usize,
    rule: Rule,
    visit: &mut impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    grow(n, rule, &mut vec![], 0, 0, 0, visit)
}

/// Visits the branches that grow from `branch`. In its masks, bit r is row r: `taken` rows have a
/// queen; `up` and `down` are attacked in the next column, by diagonals that go one row up or down
/// with each column.
fn grow<E>(
    n: usize,
    rule: Rule,
    branch: &mut Vec<usize>,
    taken: Set,
    up: Set,
    down: Set,
    visit: &mut impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    let closed = match rule {
        Rule::Columns => 0,
        Rule::Rows => taken,
        Rule::Diagonals => taken | up | down,
    };
    for queen in queens(((1 << n) - 1) & !closed) {
        branch.push(queen.trailing_zeros() as usize);
        visit(branch)?;
        if branch.len() < n {
            let (up, down) = ((up | queen) >> 1, (down | queen) << 1);
            grow(n, rule, branch, taken | queen, up, down, visit)?;
        }
        branch.pop();
    }
    Ok(())
}

/// Visits every placement: a branch with a queen in every column.
fn each_placement<E>(
    n: usize,
    rule: Rule,
    mut visit: impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    search(n, rule, &mut |branch| match branch.len() {
        len if len == n => visit(branch),
        _ => Ok(()),
    })
}

// --------------------------------------------------------------------------------- the placements

type Output<'a> = BufWriter<&'a mut dyn Write>;

/// Prints all placements, one per line, and returns their number. A line differs from the one before
/// only in the branch that has grown since, so only that part is written.
fn list(n: usize, rule: Rule, output: &mut Output) -> io::Result<u64> {
    let width = if n > 10 { 3 } else { 2 };
    let mut line = vec![b' '; n * width];
    line.push(b'\n');
    let mut count = 0;
    search(n, rule, &mut |branch| {
        let row = branch[branch.len() - 1] as u8;
        let end = branch.len() * width;
        line[end - 2] = if row < 10 { b' ' } else { b'1' };
        line[end - 1] = b'0' + row % 10;
        if branch.len() < n {
            return Ok(());
        }
        count += 1;
        output.write_all(&line)
    })?;
    Ok(count)
}

/// Returns the number of placements, and the greatest number formed by writing a placement's rows,
/// counted from 1, one after the other. It has up to 21 digits; without a placement, it is 0.
fn greatest(n: usize, rule: Rule) -> (u64, u128) {
    let (mut count, mut greatest) = (0, 0);
    let _ = each_placement(n, rule, |placement| {
        let number = placement.iter().fold(0, |number, &row| {
            let shift = if row + 1 < 10 { 10 } else { 100 };
            number * shift + row as u128 + 1
        });
        count += 1;
        greatest = number.max(greatest);
        Ok::<(), Infallible>(())
    });
    (count, greatest)
}

fn count(n: usize, rule: Rule) -> u64 {
    let mut count = 0;
    let _ = each_placement(n, rule, |_| {
        count += 1;
        Ok::<(), Infallible>(())
    });
    count
}

fn first(n: usize, rule: Rule) -> Option<Vec<usize>> {
    each_placement(n, rule, |placement| Err(placement.to_vec())).err()
}

// ------------------------------------------------------------------------------- input and output

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

branching     all placements, one per line: N^N
rooks         all placements without two queens in a row: N!
queens        all placements without two queens in a row or diagonal, and their number
rook-count    the number of placements without two queens in a row
max           the number of placements without two queens in a row or diagonal, and the largest
              number formed by writing a placement's rows, counted from 1, one after the other
first         the first placement without two queens in a row or diagonal
--help | -h   this text";

fn run(args: &[&str], input: impl Read, mut output: impl Write) -> nqueen::Result<()> {
    let mut output: Output = BufWriter::with_capacity(1 << 16, &mut output);
    let command = COMMANDS.iter().find(|command| args == [command.0]);
    match (args, command) {
        (_, Some((_, command))) => command(read_n(input)?, &mut output)?,
        (["--help" | "-h"], _) => writeln!(output, "{USAGE}")?,
        _ => return Err(Failure(2, format!("unknown arguments {args:?}\n{USAGE}"))),
    }
    Ok(output.flush()?)
}

fn main() -> ExitCode {
    start("placements", run)
}

#[cfg(test)]
mod tests;
