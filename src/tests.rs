use super::*;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::sleep;
use std::time::Duration;

/// <https://oeis.org/A000170>, from n = 1 on.
const A000170: [u64; 15] = [
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184,
];

// ------------------------------------------------------------------------------------ the methods

#[test]
fn every_method_is_right_for_every_n() {
    for (name, count) in METHODS {
        for n in 1..=15 {
            assert_eq!(count(n), A000170[n - 1], "{} {}", name, n);
        }
    }
}

/// For n = 0, which no user gets to, each method does something else.
#[test]
fn each_method_is_what_its_name_says_and_halves_is_the_default() {
    let [(first, halves), (second, backtrack), (third, table)] = METHODS;
    assert_eq!([first, second, third], ["halves", "backtrack", "table"]);
    assert_eq!((halves(0), backtrack(0)), (0, 1));
    assert!(catch_unwind(|| table(0)).is_err());
    assert_eq!((DEFAULT.0, DEFAULT.1(0)), ("halves", 0));
}

/// The next term of A000170.
#[test]
fn the_memory_and_the_masks_of_halves_are_enough_for_16() {
    assert_eq!(halves(16), 14_772_512);
}

#[test]
fn queens_are_the_columns_of_a_set_in_order() {
    for set in 0..1 << 10 {
        let columns = (0..10).filter(|column| set >> column & 1 == 1);
        let expected: Vec<Set> = columns.map(|column| 1 << column).collect();
        assert_eq!(queens(set).collect::<Vec<_>>(), expected);
    }
}

/// Visits all branches of up to `rows` rows with queens in open columns: `visit` gets each one's number
/// of rows and its columns.
fn each_branch(
    [taken, left, right]: [Set; 3],
    [row, rows]: [usize; 2],
    open: &impl Fn(usize) -> Set,
    visit: &mut impl FnMut(usize, Set),
) {
    visit(row, taken);
    if row < rows {
        for queen in queens(open(row) & !(taken | left | right)) {
            let masks = [taken | queen, (left | queen) >> 1, (right | queen) << 1];
            each_branch(masks, [row + 1, rows], open, visit);
        }
    }
}

/// The cost that the comment on `backtrack` and the READMEs state. The empty branch counts.
#[test]
fn backtrack_visits_so_many_branches() {
    for (n, expected) in [(8, 2_057), (14, 27_358_553), (15, 171_129_072)] {
        let mut visited = 0;
        each_branch([0; 3], [0, n], &|_| (1 << n) - 1, &mut |_, _| visited += 1);
        assert_eq!(visited, expected, "{}", n);
    }
}

/// The cost that the comment on `halves` and the READMEs state.
#[test]
fn there_are_so_many_halves_for_15_and_halves_joins_so_many_pairs() {
    let mut halves = 0;
    each_branch([0; 3], [0, 7], &|_| (1 << 15) - 1, &mut |row, _| {
        halves += u32::from(row == 7)
    });
    assert_eq!(halves, 1_897_702);
    let mut pairs = 0;
    for distance in distances(15) {
        let mut halves = vec![0_u64; 1 << 15]; // by column set
        let open = |row| open_set(15, distance, 7 - row);
        each_branch([0; 3], [0, 7], &open, &mut |row, set| {
            halves[set] += u64::from(row == 7)
        });
        let columns = ((1 << 15) - 1) ^ (1 << (7 - distance));
        for bottom in 0..1 << 15 {
            let top = columns ^ bottom;
            if bottom & columns == bottom && weight(15, distance > 0, top, bottom) > 0 {
                pairs += halves[top] * halves[bottom];
            }
        }
    }
    assert_eq!(pairs, 76_794_364);
}

// ---------------------------------------------------------------------------- the parts of halves

/// Every branch of `rows` rows, as the column of each row's queen, found by comparing each queen with
/// all others.
fn branches(n: usize, rows: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for row in 0..rows {
        let mut longer = vec![];
        for branch in found {
            for column in 0..n {
                let free =
                    |(r, &c): (usize, &usize)| c != column && row - r != difference(c, column);
                if branch.iter().enumerate().all(free) {
                    longer.push([&branch[..], &[column]].concat());
                }
            }
        }
        found = longer;
    }
    found
}

fn difference(a: usize, b: usize) -> usize {
    a.max(b) - a.min(b)
}

fn set_of(columns: &[usize]) -> Set {
    columns.iter().map(|column| 1 << column).sum()
}

/// The diagonals of a branch in row `row`, square by square, off the board as well.
fn diagonals_of(branch: &[usize], row: usize) -> Diagonals {
    let mut diagonals = 0;
    for (r, &column) in branch.iter().enumerate() {
        for c in 0..16 {
            if c + row - r == column {
                diagonals |= 1 << c;
            }
            if column + row - r == c {
                diagonals |= 1 << (16 + c);
            }
        }
    }
    diagonals
}

/// The distances of the middle queen from the centre that `halves` tries.
fn distances(n: usize) -> std::ops::Range<usize> {
    if n % 2 == 0 {
        0..1
    } else {
        0..n / 2
    }
}

/// Whether a half may have a queen in this column, `away` rows from the middle row, whose queen has
/// this distance from the centre.
fn is_open(n: usize, distance: usize, away: usize, column: usize) -> bool {
    let (centre, middle) = (n / 2, n / 2 - distance);
    n % 2 == 0
        || column != middle
            && difference(column, middle) != away
            && (column != centre || away > distance)
}

fn open_set(n: usize, distance: usize, away: usize) -> Set {
    let columns = (0..n).filter(|&column| is_open(n, distance, away, column));
    set_of(&columns.collect::<Vec<_>>())
}

fn padded(mut list: Vec<Diagonals>) -> Vec<Diagonals> {
    list.sort_unstable();
    list.resize((list.len() + 7) / 8 * 8, !0);
    list
}

/// The lists of all branches of `rows` rows, by column set, from an enumeration.
fn slow_lists(n: usize, distance: usize, rows: usize) -> BTreeMap<Set, Vec<Diagonals>> {
    let mut lists = BTreeMap::<Set, Vec<Diagonals>>::new();
    for half in branches(n, rows) {
        let mut queens = half.iter().enumerate();
        if queens.all(|(row, &column)| is_open(n, distance, n / 2 - row, column)) {
            let list = lists.entry(set_of(&half)).or_default();
            list.push(diagonals_of(&half, rows));
        }
    }
    lists
        .into_iter()
        .map(|(set, list)| (set, padded(list)))
        .collect()
}

/// `lists` as `filter` and `pairs` want them.
fn by_set(n: usize, lists: &BTreeMap<Set, Vec<Diagonals>>) -> Vec<&List> {
    (0..1 << n)
        .map(|set| lists.get(&set).map_or(&[][..], |list| list))
        .collect()
}

#[test]
fn the_list_of_every_column_set_is_that_of_an_enumeration() {
    for n in 2..=9 {
        for distance in distances(n) {
            for rows in 1..=n / 2 {
                let shorter = slow_lists(n, distance, rows - 1);
                let (shorter, expected) = (by_set(n, &shorter), slow_lists(n, distance, rows));
                let open = open_set(n, distance, n / 2 + 1 - rows);
                for set in (0..1 << n).filter(|set| Set::count_ones(*set) as usize == rows) {
                    let last = queens(set & open).map(|queen| (queen, shorter[set ^ queen]));
                    let mut room = [0; 1000];
                    let (list, rest) = filter(last, true, &mut room);
                    list.sort_unstable();
                    let expected = expected.get(&set).map_or(&[][..], |list| list);
                    assert_eq!(list, expected, "{} {} {:b}", n, distance, set);
                    assert_eq!(rest.len(), 1000 - list.len());
                }
            }
        }
    }
}

#[test]
fn pairs_counts_the_solutions_that_an_enumeration_finds() {
    for n in 2..=10 {
        let mut solutions = BTreeMap::<_, u64>::new();
        for solution in branches(n, n) {
            let (top, bottom) = (&solution[..n / 2], &solution[(n + 1) / 2..]);
            let middle = if n % 2 == 0 { 0 } else { 1 << solution[n / 2] };
            *solutions
                .entry((middle, set_of(top), set_of(bottom)))
                .or_default() += 1;
        }
        for distance in 0..n % 2 * (n / 2) + 1 {
            // Without the rule for the middle column, so as to find all solutions.
            let middle: Set = (n % 2) << (n / 2) >> distance;
            let closed = |away: usize| middle | middle << away | middle >> away;
            let keeps_free = |half: &[usize]| {
                let mut queens = half.iter().enumerate();
                queens.all(|(row, column)| closed(n / 2 - row) >> column & 1 == 0)
            };
            let mut lists = BTreeMap::<Set, Vec<Diagonals>>::new();
            let shorter = branches(n, n / 2 - 1);
            for half in shorter.into_iter().filter(|half| keeps_free(half)) {
                let list = lists.entry(set_of(&half)).or_default();
                list.push(diagonals_of(&half, n / 2 - 1));
            }
            let lists = lists
                .into_iter()
                .map(|(set, list)| (set, padded(list)))
                .collect();
            let (lists, all) = (by_set(n, &lists), (1 << n) - 1);
            for top in 0..1 << n {
                let bottom = all ^ middle ^ top;
                if top & middle == 0 && top.count_ones() == bottom.count_ones() {
                    let open = all & !closed(1);
                    let count = pairs(top, bottom, open, n % 2 > 0, &lists, &mut [0; 9999]);
                    let expected = solutions.get(&(middle, top, bottom));
                    assert_eq!(
                        count,
                        expected.copied().unwrap_or(0),
                        "{} {:b} {:b}",
                        n,
                        middle,
                        top
                    );
                }
            }
        }
    }
}

/// A solution and its images: mirrored, and reflected in a diagonal of the board.
fn images_of(solution: &[usize]) -> BTreeSet<Vec<usize>> {
    let n = solution.len();
    let mut images = BTreeSet::new();
    let mut image = solution.to_vec();
    for _ in 0..4 {
        image = image.iter().map(|column| n - 1 - column).collect();
        images.insert(image.clone());
        let row_of = |column| image.iter().position(|&c| c == column).unwrap();
        image = (0..n).map(row_of).collect();
        images.insert(image.clone());
    }
    images
}

/// How often `halves` counts a solution: not at all, or with its weight.
fn counted(solution: &[usize]) -> u64 {
    let n = solution.len();
    let (top, bottom) = (&solution[..n / 2], &solution[(n + 1) / 2..]);
    let distance = if n % 2 == 0 {
        0
    } else {
        (n / 2).wrapping_sub(solution[n / 2])
    };
    let mut rows = top.iter().zip(bottom.iter().rev()).enumerate();
    let open = |row, column| is_open(n, distance, n / 2 - row, column);
    if !distances(n).contains(&distance)
        || !rows.all(|(row, (&top, &bottom))| open(row, top) && open(row, bottom))
    {
        return 0;
    }
    weight(n, distance > 0, set_of(top), set_of(bottom))
}

#[test]
fn a_solution_and_its_images_are_counted_once_each() {
    for n in 2..=11 {
        for solution in branches(n, n) {
            let images = images_of(&solution);
            let count: u64 = images.iter().map(|image| counted(image)).sum();
            assert_eq!(count, images.len() as u64, "{:?}", solution);
        }
    }
}

/// So the subsets of both come before the bottom, and their lists are there.
#[test]
fn a_solution_has_a_weight_only_if_its_bottom_set_is_greater_than_its_top_set() {
    for (n, set) in (2..=12).flat_map(|n| (0..1 << n).map(move |set| (n, set))) {
        let rest = ((1 << n) - 1) ^ set;
        for beside in [false, true] {
            assert!(weight(n, beside, set, rest) == 0 || set < rest);
        }
    }
}

/// Lists that are as dense as those of halves, and always the same.
fn some_list(len: usize) -> Vec<Diagonals> {
    let mut state = 9663_u32;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    (0..len).map(|_| (random() & random()) | 1 << 3).collect()
}

#[test]
fn join_counts_the_pairs_that_a_double_loop_counts() {
    for len in 0..40 {
        let list = some_list(len + 33);
        let (tops, bottoms) = list.split_at(len);
        let bottoms: Vec<_> = bottoms
            .iter()
            .map(|diagonals| diagonals & !(1 << 3) | 1)
            .collect();
        let mut expected = 0;
        for top in tops {
            for bottom in &bottoms {
                expected += u64::from(top & bottom == 0);
            }
        }
        assert!(expected > 0 || len == 0);
        let (tops, bottoms) = (padded(tops.to_vec()), padded(bottoms));
        assert_eq!(join(&tops, &bottoms), expected, "{} tops", len);
    }
}

#[test]
fn filter_leaves_out_what_attacks_the_queen_and_advances_the_rest() {
    for len in 0..40 {
        let (first, second) = (padded(some_list(len)), padded(some_list(2 * len)));
        for column in 0..15 {
            for advance in [false, true] {
                let candidates = [(1 << column, &first[..]), (1 << (column + 1), &second[..])];
                let mut expected = vec![];
                for (queen, list) in candidates {
                    let queen = queen as u32;
                    for (left, right) in list.iter().map(|d| (d & 0xffff, d >> 16)) {
                        if left & queen == 0 && right & queen == 0 {
                            let (left, right) = match advance {
                                false => (left, right),
                                true => ((left | queen) / 2, (right | queen) * 2 % 0x1_0000),
                            };
                            expected.push(left + right * 0x1_0000);
                        }
                    }
                }
                let mut room = [0; 200];
                let (list, rest) = filter(candidates, advance, &mut room);
                assert_eq!(list.len() + rest.len(), 200);
                assert_eq!(list.len(), (expected.len() + 7) / 8 * 8);
                let (kept, pads) = list.split_at(expected.len());
                assert_eq!((kept, pads), (&expected[..], &vec![PAD; pads.len()][..]));
            }
        }
    }
}

/// Why a pad fits no half, and why diagonals that have left the board do no harm.
#[test]
fn a_branch_has_a_diagonal_on_the_board_and_none_off_it_to_the_left() {
    for (n, rows) in (2..=9).flat_map(|n| (1..=n / 2).map(move |rows| (n, rows))) {
        for branch in branches(n, rows) {
            let diagonals = diagonals_of(&branch, rows);
            let board = (1 << n) - 1;
            assert_ne!(diagonals & (board | board << 16), 0);
            assert_eq!(diagonals & 0xffff & !board, 0);
        }
    }
}

// ------------------------------------------------------------------------------ input and output

/// What `run` prints. If it fails, it must print nothing.
fn answer(args: &[&str], input: impl Read) -> Result<String> {
    let mut output = Vec::new();
    let result = run(args, input, &mut output);
    let output = String::from_utf8(output).unwrap();
    assert!(result.is_ok() || output.is_empty());
    result.map(|()| output)
}

fn refused(found: &str) -> Result<String> {
    let message = format!("expected one whole number from 1 to 15, found {}", found);
    Err(Failure(2, message))
}

#[test]
fn answers_with_each_method_or_without_one() {
    for n in 1..=15 {
        let expected = Ok(format!("{}\n", A000170[n - 1]));
        let input = n.to_string();
        for args in [&["halves"][..], &["backtrack"], &["table"], &[]] {
            assert_eq!(answer(args, input.as_bytes()), expected, "{:?}", args);
        }
    }
}

/// White space is what Unicode calls so: a form feed, a no-break space or the wide space of an input
/// method for Korean is nothing that a user can see.
#[test]
fn reads_every_n_in_every_dress() {
    for n in 1..=15 {
        let dresses = [
            format!("{}\n", n),
            format!("{}\r\n", n),
            format!(" \t{} \t\n\n", n),
            format!("\n\r\n{}", n),
            format!("\u{feff}{}\r\n", n),
            format!("\u{c}{}\u{b}", n),
            format!("\u{a0}{}\u{3000}\n", n),
            format!("0{}\n", n),
            format!("{:1024}", n),
            format!("{:<1024}", n),
        ];
        for dress in &dresses {
            assert_eq!(read_n(dress.as_bytes()), Ok(n), "{:?}", dress);
        }
    }
}

#[test]
fn refuses_everything_else_and_shows_it() {
    let cases: [(&[u8], &str); 33] = [
        (b"", r#""""#),
        (b"\n", r#""\n""#),
        (b" \r\n\t", r#"" \r\n\t""#),
        (b"\xef\xbb\xbf", r#""\u{feff}""#),
        (b"\xef\xbb\xbf\xef\xbb\xbf8", r#""\u{feff}\u{feff}8""#),
        (b" \xef\xbb\xbf8", r#"" \u{feff}8""#),
        (b"0", r#""0""#),
        (b"16\n", r#""16\n""#),
        (b"151", r#""151""#),
        (b"-8", r#""-8""#),
        (b"+8", r#""+8""#),
        (b"--8", r#""--8""#),
        (b"++8", r#""++8""#),
        (b"8.0", r#""8.0""#),
        (b"8,", r#""8,""#),
        (b"8e0", r#""8e0""#),
        (b"0x8", r#""0x8""#),
        (b"8 8", r#""8 8""#),
        (b"8\n8\n", r#""8\n8\n""#),
        (b"1 0", r#""1 0""#),
        (b"8 queens", r#""8 queens""#),
        (b"8\0", r#""8\0""#),
        (b"\x1b[31m8", r#""\u{1b}[31m8""#),
        (b"\x7f8", r#""\u{7f}8""#),
        ("여덟".as_bytes(), r#""여덟""#),
        ("８".as_bytes(), r#""８""#),
        ("\u{202e}8".as_bytes(), r#""\u{202e}8""#),
        (b"\xff8", "\"\u{fffd}8\""),
        (b"\xff\xfe8\0\n\0", "\"\u{fffd}\u{fffd}8\\0\\n\\0\""),
        (b"8\xef\xbb\xbf", r#""8\u{feff}""#),
        (b"99999999999999999999", r#""99999999999999999999""#),
        (b"999999999999999999999", r#""99999999999999999999"..."#),
        (
            "여덟여덟여덟여덟여덟여덟여덟여덟여덟여덟8".as_bytes(),
            r#""여덟여덟여덟여덟여덟여덟여덟여덟여덟여덟"..."#,
        ),
    ];
    for (input, shown) in cases {
        assert_eq!(answer(&[], input), refused(shown));
    }
}

#[test]
fn refuses_more_than_1024_bytes() {
    let leading = format!("{:1025}", 8);
    let trailing = format!("{:<1025}", 8);
    let found = format!("{:?}...", " ".repeat(20));
    assert_eq!(answer(&[], leading.as_bytes()), refused(&found));
    let found = format!("{:?}...", format!("{:<20}", 8));
    assert_eq!(answer(&[], trailing.as_bytes()), refused(&found));
}

#[test]
fn reads_endless_input_no_further_than_needed() {
    struct Endless(usize);
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += buffer.len();
            assert!(self.0 < 10_000, "read too much");
            buffer.fill(b'y');
            Ok(buffer.len())
        }
    }
    assert_eq!(
        answer(&[], Endless(0)),
        refused(r#""yyyyyyyyyyyyyyyyyyyy"..."#)
    );
}

/// An input that arrives in pieces, and does not end: to ask for more is to wait for ever.
struct Pieces<'a>(&'a [&'a str]);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (piece, rest) = self.0.split_first().expect("waits for input");
        self.0 = rest;
        buffer[..piece.len()].copy_from_slice(piece.as_bytes());
        Ok(piece.len())
    }
}

#[test]
fn answers_at_the_end_of_the_first_line_that_is_not_blank() {
    let answered: [&[&str]; 6] = [
        &["8\n"],
        &["8\r\n", "9\n"],
        &["\n", " \t\r\n", "\u{3000}\n", "8\n"],
        &["0", "8", "\n"],
        &["\n\n8\n"],
        &[" ", "8 ", " \n"],
    ];
    for pieces in answered {
        assert_eq!(read_n(Pieces(pieces)), Ok(8), "{:?}", pieces);
    }
    let ended: [&[&str]; 3] = [&["8", ""], &["8\n\n", ""], &["8\n", "\n", ""]];
    for pieces in ended {
        assert_eq!(read_n(Pieces(pieces)), Ok(8), "{:?}", pieces);
    }
}

#[test]
fn refuses_what_comes_with_the_first_line() {
    let cases: [(&[&str], &str); 4] = [
        (&["8\n9\n", ""], r#""8\n9\n""#),
        (&["8\n9", "\n", ""], r#""8\n9\n""#),
        (&["8\n ", "9\n", ""], r#""8\n 9\n""#),
        (&["eight\n"], r#""eight\n""#),
    ];
    for (pieces, shown) in cases {
        assert_eq!(answer(&[], Pieces(pieces)), refused(shown));
    }
}

#[test]
fn reports_why_input_cannot_be_read() {
    struct Directory;
    impl Read for Directory {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::new(io::ErrorKind::Other, "is a directory"))
        }
    }
    let message = "cannot read standard input: is a directory".to_string();
    assert_eq!(answer(&[], Directory), Err(Failure(2, message)));
}

const EXPECTED_USAGE: &str = "\
Reads N (1 to 15), prints the number of ways to place N queens on an N x N board.

nqueen [METHOD] < INPUT      METHOD: halves (the default), backtrack, table
nqueen check                 every N by every method, side by side, with times
nqueen --help | -h           this text";

#[test]
fn help_goes_to_standard_output() {
    assert_eq!(
        answer(&["--help"], io::empty()),
        Ok(format!("{}\n", EXPECTED_USAGE))
    );
    assert_eq!(
        answer(&["-h"], io::empty()),
        Ok(format!("{}\n", EXPECTED_USAGE))
    );
}

#[test]
fn refuses_unknown_arguments_with_the_usage() {
    let cases: [&[&str]; 9] = [
        &["8"],
        &["tabl"],
        &["TABLE"],
        &[""],
        &["table", "8"],
        &["table", "table"],
        &["check", "check"],
        &["--help", "table"],
        &["\u{fffd}\n"],
    ];
    for args in cases {
        let message = format!("unknown arguments {:?}\n{}", args, EXPECTED_USAGE);
        assert_eq!(answer(args, &b"8"[..]), Err(Failure(2, message)));
    }
}

/// An output that takes `room` bytes and then fails.
pub struct Full {
    pub room: usize,
    pub error: io::ErrorKind,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.room);
        self.room -= taken;
        match taken {
            0 => Err(self.error.into()),
            _ => Ok(taken),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An output that notices only when it is flushed that it cannot be written.
struct FullLater;

impl Write for FullLater {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Other, "no space left"))
    }
}

#[test]
fn an_output_that_cannot_be_written_is_a_failure() {
    for args in [&[][..], &["table"], &["--help"], &["check"]] {
        let result = |output: &mut dyn Write| run(args, &b"8"[..], output);
        let failure = |message: &str| Err(Failure(1, message.to_string()));
        for room in 0..2 {
            let error = io::ErrorKind::OutOfMemory;
            let message = "cannot write standard output: out of memory";
            assert_eq!(result(&mut Full { room, error }), failure(message));

            let error = io::ErrorKind::BrokenPipe;
            assert_eq!(result(&mut Full { room, error }), failure(""));
        }
        if args != ["check"] {
            let message = "cannot write standard output: no space left";
            assert_eq!(result(&mut FullLater), failure(message));
        }
    }
}

// ------------------------------------------------------------------------------------------ check

/// What `check` returns, and the words of each line that it prints.
fn check_of(methods: &[Method]) -> (Result<()>, Vec<Vec<String>>) {
    let mut output = Vec::new();
    let result = check(methods, &mut output);
    let output = String::from_utf8(output).unwrap();
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect();
    (result, output.lines().map(words).collect())
}

#[test]
fn check_compares_the_three_methods_for_every_n() {
    let output = answer(&["check"], io::empty()).unwrap();
    let mut lines = output
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let names = ["halves", "backtrack", "table", "backtrack/halves"];
    let header = [&["N", "count"], &names[..]].concat();
    assert_eq!(lines.next().unwrap(), header);
    for n in 1..=15 {
        let line = lines.next().unwrap();
        assert_eq!(line[..2], [n.to_string(), A000170[n - 1].to_string()]);
        assert_eq!((line.len(), line[6]), (7, "ok"));
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn check_shows_which_counts_differ_and_fails() {
    let wrong: Method = (BACKTRACK.0, |n| if n == 8 { 93 } else { table(n) });
    let (result, lines) = check_of(&[(HALVES.0, table), wrong, TABLE]);
    let message = "the methods disagree".to_string();
    assert_eq!(result, Err(Failure(1, message)));
    assert_eq!(lines[8][6..], ["MISMATCH", "[92,", "93,", "92]"]);
    let ok = lines.iter().filter(|line| line.last().unwrap() == "ok");
    assert_eq!(ok.count(), 14);
}

#[test]
fn check_shows_milliseconds_and_how_many_times_faster_halves_is_than_backtrack() {
    fn sleep_for_15(n: usize, ms: u64) -> u64 {
        sleep(Duration::from_millis(if n == 15 { ms } else { 0 }));
        1
    }
    let slow: Method = (HALVES.0, |n| sleep_for_15(n, 10));
    let slower: Method = (BACKTRACK.0, |n| sleep_for_15(n, 40));
    let other: Method = ("other", |n| sleep_for_15(n, 20));
    // In whatever order the methods are.
    for (methods, [halves, backtrack]) in [
        ([slow, other, slower], [2, 4]),
        ([slower, slow, other], [3, 2]),
    ] {
        let (_, lines) = check_of(&methods);
        let number = |word: usize| lines[15][word].parse::<f64>().unwrap();
        let (halves, backtrack, ratio) = (number(halves), number(backtrack), number(5));
        assert!(halves >= 10.0 && backtrack >= 40.0, "{:?}", lines[15]);
        assert!((ratio - backtrack / halves).abs() < 0.06, "{:?}", lines[15]);
    }
}

#[test]
fn measures_the_best_of_100_runs_and_for_large_n_of_3() {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    fn slow_at_first(n: usize) -> u64 {
        let slow = RUNS.fetch_add(1, SeqCst) == 0;
        sleep(Duration::from_millis(if slow { 1000 } else { 5 }));
        n as u64
    }
    for (n, runs) in [(12, 100), (13, 3), (15, 3)] {
        RUNS.store(0, SeqCst);
        let (answer, ms) = measure(slow_at_first, n);
        assert_eq!((answer, RUNS.load(SeqCst)), (n as u64, runs));
        assert!((5.0..1000.0).contains(&ms), "{}", ms);
    }
}

// ----------------------------------------------------------------------------------------- process

/// Runs a test of this program again, in a process of its own whose arguments `start` does not know.
/// Returns what it wrote on standard error.
pub fn again(test: &str) -> Option<String> {
    if std::env::var_os("AGAIN").is_some() {
        return None;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    child
        .args([test, "--exact", "--nocapture"])
        .env("AGAIN", "");
    let output = child.output().unwrap();
    assert!(output.status.success(), "{:?}", output);
    Some(String::from_utf8(output.stderr).unwrap())
}

/// The full name of a test of this module.
fn named(test: &str) -> String {
    let module = module_path!();
    format!("{}::{}", &module[module.find("::").unwrap() + 2..], test)
}

pub fn same(a: ExitCode, b: ExitCode) -> bool {
    format!("{:?}", a) == format!("{:?}", b)
}

#[test]
fn main_passes_the_arguments_on() {
    match again(&named("main_passes_the_arguments_on")) {
        None => assert!(same(main(), ExitCode::from(2))),
        Some(error) => assert!(
            error.contains(r#"nqueen: unknown arguments [""#)
                && error.contains(r#""--exact", "--nocapture"]"#)
        ),
    }
}

#[test]
fn a_failure_is_reported_and_gives_the_exit_code() {
    match again(&named("a_failure_is_reported_and_gives_the_exit_code")) {
        None => {
            let code = start("program", |_, _, _| Err(Failure(3, "reason".to_string())));
            assert!(same(code, ExitCode::from(3)));
        }
        Some(error) => assert_eq!(error, "program: reason\n"),
    }
}

#[test]
fn success_and_a_failure_without_a_message_are_silent() {
    match again(&named("success_and_a_failure_without_a_message_are_silent")) {
        None => {
            assert!(same(start("program", |_, _, _| Ok(())), ExitCode::SUCCESS));
            let code = start("program", |_, _, _| Err(Failure(1, String::new())));
            assert!(same(code, ExitCode::from(1)));
        }
        Some(error) => assert_eq!(error, ""),
    }
}
