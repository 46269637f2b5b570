use super::*;
use nqueen::tests::{again, same, Full};

const RULES: [Rule; 3] = [Rule::Columns, Rule::Rows, Rule::Diagonals];

/// All branches of so many columns, from comparing each queen with all before it.
fn slow_search(n: usize, rule: Rule, columns: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for column in 0..columns {
        let mut longer = vec![];
        for branch in found {
            for row in 0..n {
                let keeps_the_rule = |(c, &r): (usize, &usize)| match rule {
                    Rule::Columns => true,
                    Rule::Rows => r != row,
                    Rule::Diagonals => r != row && column - c != r.max(row) - r.min(row),
                };
                if branch.iter().enumerate().all(keeps_the_rule) {
                    longer.push([&branch[..], &[row]].concat());
                }
            }
        }
        found = longer;
    }
    found
}

fn visited(n: usize, rule: Rule) -> Vec<Vec<usize>> {
    let mut branches = vec![];
    let _ = search(n, rule, &mut |branch| {
        branches.push(branch.to_vec());
        Ok::<(), Infallible>(())
    });
    branches
}

#[test]
fn search_visits_each_branch_that_keeps_the_rule_once_and_in_order() {
    for n in 1..=6 {
        for rule in RULES {
            let all = (1..=n).flat_map(|columns| slow_search(n, rule, columns));
            let mut expected: Vec<_> = all.collect();
            expected.sort();
            assert_eq!(visited(n, rule), expected);
        }
    }
}

/// The table in the READMEs. It counts the empty branch, too, with which a search starts.
#[test]
fn each_rule_leaves_so_many_placements_and_so_many_branches() {
    let table = [
        (4, Rule::Columns, 256, 341),
        (4, Rule::Rows, 24, 65),
        (4, Rule::Diagonals, 2, 17),
        (8, Rule::Columns, 16_777_216, 19_173_961),
        (8, Rule::Rows, 40_320, 109_601),
        (8, Rule::Diagonals, 92, 2_057),
    ];
    for (n, rule, placements, branches) in table {
        assert_eq!(count(n, rule), placements);
        let mut visited = 1;
        let _ = search(n, rule, &mut |_| {
            visited += 1;
            Ok::<(), Infallible>(())
        });
        assert_eq!(visited, branches);
    }
}

#[test]
fn visiting_ends_where_the_visitor_ends_it() {
    let mut visits = 0;
    let end = search(15, Rule::Columns, &mut |branch| {
        visits += 1;
        match branch.len() {
            3 => Err(branch.to_vec()),
            _ => Ok(()),
        }
    });
    assert_eq!((end, visits), (Err(vec![0, 0, 0]), 3));
}

#[test]
fn listings_have_a_line_for_each_placement() {
    for (n, rule) in [
        (1, Rule::Columns),
        (5, Rule::Columns),
        (7, Rule::Rows),
        (9, Rule::Diagonals),
        (10, Rule::Diagonals),
        (11, Rule::Diagonals),
        (12, Rule::Diagonals),
    ] {
        let placements = slow_search(n, rule, n);
        let mut expected = String::new();
        for placement in &placements {
            for row in placement {
                expected += &if n > 10 {
                    format!("{:3}", row)
                } else {
                    format!("{:2}", row)
                };
            }
            expected += "\n";
        }
        let mut output = vec![];
        let count = list(n, rule, &mut BufWriter::new(&mut output)).unwrap();
        assert_eq!(count, placements.len() as u64);
        assert!(String::from_utf8(output).unwrap() == expected, "{}", n);
    }
}

/// An output that expects the N^N lines of `branching`, counting up like an odometer.
struct Odometer {
    n: u8,
    rows: Vec<u8>,
    lines: usize,
    rest: Vec<u8>,
}

impl Write for Odometer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend(bytes);
        let length = 2 * self.rows.len() + 1;
        for line in self.rest.chunks_exact(length) {
            for (position, row) in line.chunks(2).zip(&self.rows) {
                assert_eq!(position, [b' ', b'0' + row]);
            }
            assert_eq!(line[length - 1], b'\n');
            self.lines += 1;
            let nines = self
                .rows
                .iter()
                .rev()
                .take_while(|&&row| row == self.n - 1)
                .count();
            let turning = self.rows.len() - nines;
            self.rows[turning..].fill(0);
            if turning > 0 {
                self.rows[turning - 1] += 1;
            }
        }
        self.rest.drain(..self.rest.len() / length * length);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn branching_lists_all_16_777_216_placements_for_8() {
    let (n, rows, lines, rest) = (8, vec![0; 8], 0, vec![]);
    let mut odometer = Odometer {
        n,
        rows,
        lines,
        rest,
    };
    run(&["branching"], &b"8"[..], &mut odometer).unwrap();
    assert_eq!((odometer.lines, odometer.rest), (16_777_216, vec![]));
}

#[test]
fn commands_print_what_they_are_for() {
    let cases = [
        ("branching", "2", " 0 0\n 0 1\n 1 0\n 1 1\n"),
        ("rooks", "2", " 0 1\n 1 0\n"),
        ("queens", "3", "경우의 수 0\n"),
        ("queens", "4", " 1 3 0 2\n 2 0 3 1\n경우의 수 2\n"),
        ("rook-count", "8", "40320\n"),
        ("max", "2", "0\n0\n"),
        ("max", "8", "92\n84136275\n"),
        // More than 64 bits hold.
        ("max", "15", "2279184\n975861141115421013312\n"),
        ("first", "3", "No solution\n"),
        ("first", "4", " (1, 2)\n (2, 4)\n (3, 1)\n (4, 3)\n"),
    ];
    for (command, n, expected) in cases {
        let mut output = vec![];
        assert_eq!(run(&[command], n.as_bytes(), &mut output), Ok(()));
        assert_eq!(String::from_utf8(output).unwrap(), expected, "{}", command);
    }
}

#[test]
fn help_and_unknown_arguments_show_the_usage() {
    let expected = "\
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
    for name in ["--help", "-h"] {
        let mut output = vec![];
        assert_eq!(run(&[name], io::empty(), &mut output), Ok(()));
        assert_eq!(
            String::from_utf8(output).unwrap(),
            format!("{}\n", expected)
        );
    }
    let cases: [&[&str]; 4] = [&[], &["8"], &["FIRST"], &["first", "first"]];
    for args in cases {
        let mut output = vec![];
        let message = format!("unknown arguments {:?}\n{}", args, expected);
        assert_eq!(run(args, &b"8"[..], &mut output), Err(Failure(2, message)));
        assert!(output.is_empty());
    }
}

#[test]
fn reads_n_as_the_submission_does() {
    let result = run(&["first"], &b"16"[..], io::sink());
    let message = "expected one whole number from 1 to 15, found \"16\"".to_string();
    assert_eq!(result, Err(Failure(2, message)));
}

#[test]
fn main_passes_the_arguments_on() {
    match again("tests::main_passes_the_arguments_on") {
        None => assert!(same(main(), ExitCode::from(2))),
        Some(error) => assert!(error.contains(r#"placements: unknown arguments [""#)),
    }
}

#[test]
fn count_and_first_are_those_of_a_slow_search() {
    for n in 1..=7 {
        for rule in RULES {
            let placements = slow_search(n, rule, n);
            assert_eq!(count(n, rule), placements.len() as u64);
            assert_eq!(first(n, rule), placements.first().cloned());
        }
    }
}

#[test]
fn greatest_is_the_longest_and_then_the_last_of_the_texts() {
    for n in 1..=13 {
        let text = |placement: &Vec<usize>| -> String {
            placement.iter().map(|row| (row + 1).to_string()).collect()
        };
        let placements = slow_search(n, Rule::Diagonals, n);
        let greatest_text = placements
            .iter()
            .map(text)
            .max_by_key(|text| (text.len(), text.clone()));
        let (count, number) = greatest(n, Rule::Diagonals);
        assert_eq!(count, placements.len() as u64);
        assert_eq!(
            number.to_string(),
            greatest_text.unwrap_or_else(|| "0".to_string())
        );
    }
}

#[test]
fn a_listing_ends_with_the_first_line_that_cannot_be_written() {
    // 15^15 lines would take years.
    for name in ["branching", "rooks"] {
        for (error, message) in [
            (io::ErrorKind::BrokenPipe, ""),
            (
                io::ErrorKind::OutOfMemory,
                "cannot write standard output: out of memory",
            ),
        ] {
            let full = Full {
                room: 100_000,
                error,
            };
            let result = run(&[name], &b"15"[..], full);
            assert_eq!(result, Err(Failure(1, message.to_string())));
        }
    }
}
