use super::*;
use answering::{answer, Full};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::sleep;
use std::time::Duration;

mod answering;

const NAME: &str = "nqueen";
const COMMAND: &str = "table";
const USAGE: &str = "\
Reads N, from 1 to 15, and prints in how many ways N queens fit on an N x N board.

nqueen [METHOD] < INPUT      METHOD: halves, backtrack, table (without one: halves)
nqueen check                 every N by every method, side by side, with times
nqueen --help | -h           this text
";

/// <https://oeis.org/A000170>, from n = 1 on.
const A000170: [u64; 15] = [
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184,
];

// ------------------------------------------------------------------------------- the three methods

#[test]
fn every_method_is_right_for_every_n() {
    for method in &METHODS {
        for n in 1..=15 {
            assert_eq!((method.1)(n), A000170[n - 1], "{} {}", method.0, n);
        }
    }
}

#[test]
fn the_judge_gets_halves() {
    assert_eq!(DEFAULT.0, "halves");
}

// ------------------------------------------------------------------------------ the parts of halves

/// Every placement of queens in the first `rows` rows, as a column for each row, found by comparing
/// each queen with all others.
fn placements(n: usize, rows: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for row in 0..rows {
        let mut longer = vec![];
        for placement in found {
            for column in 0..n {
                let free = |(r, &c): (usize, &usize)| c != column && row - r != distance(c, column);
                if placement.iter().enumerate().all(free) {
                    longer.push([&placement[..], &[column]].concat());
                }
            }
        }
        found = longer;
    }
    found
}

fn distance(a: usize, b: usize) -> usize {
    a.max(b) - a.min(b)
}

fn set_of(columns: &[usize]) -> u32 {
    columns.iter().map(|column| 1 << column).sum()
}

/// The key for row `row`, cell by cell.
fn key_of(n: usize, placement: &[usize], row: usize) -> Key {
    let mut key = 0;
    for (r, &column) in placement.iter().enumerate() {
        for c in 0..n {
            if c + row - r == column {
                key |= 1 << c;
            }
            if column + row - r == c {
                key |= 1 << (16 + c);
            }
        }
    }
    key
}

/// The middle queens that `halves` goes through, by column.
fn middles(n: usize) -> Vec<Option<usize>> {
    match n % 2 {
        0 => vec![None],
        _ => (0..=n / 2).map(Some).collect(),
    }
}

fn mask(middle: Option<usize>) -> u32 {
    middle.map_or(0, |column| 1 << column)
}

/// Whether a half may have a queen in this column, in its row at this distance from the middle row.
fn is_open(n: usize, middle: Option<usize>, row_distance: usize, column: usize) -> bool {
    let centre = n / 2;
    middle.map_or(true, |middle| {
        column != middle
            && distance(column, middle) != row_distance
            && (column != centre || row_distance > distance(middle, centre))
    })
}

#[test]
fn open_leaves_out_what_the_middle_queen_attacks_and_the_middle_column_near_the_centre() {
    for n in 2..=15 {
        for middle in middles(n) {
            for distance in 1..=n / 2 {
                let columns = (0..n).filter(|&column| is_open(n, middle, distance, column));
                let expected = set_of(&columns.collect::<Vec<_>>());
                let open = open(n, mask(middle), distance as u32);
                assert_eq!(open, expected, "{} {:?} {}", n, middle, distance);
            }
        }
    }
}

#[test]
fn extend_finds_the_halves_of_a_column_set_that_an_enumeration_finds() {
    for n in 2..=9 {
        for middle in middles(n) {
            let mut halves = Halves {
                all: (1 << n) - 1,
                keys: vec![],
                groups: vec![(0, 0); 1 << n],
            };
            for rows in 0..=n / 2 {
                let mut expected = BTreeMap::<u32, Vec<Key>>::new();
                for half in placements(n, rows) {
                    let mut queens = half.iter().enumerate();
                    if queens.all(|(row, &column)| is_open(n, middle, n / 2 - row, column)) {
                        let group = expected.entry(set_of(&half)).or_default();
                        group.push(key_of(n, &half, rows));
                    }
                }
                for group in expected.values_mut() {
                    group.sort();
                    group.resize((group.len() + 7) / 8 * 8, !0);
                }
                for set in 0..1 << n {
                    if rows > 0 && u32::count_ones(set) as usize == rows {
                        let open = open(n, mask(middle), (n / 2 + 1 - rows) as u32);
                        let mut room = [0; ROOM];
                        let group = halves.extend(set, open, &mut room);
                        group.sort();
                        let expected = expected.get(&set).map_or(&[][..], |keys| &keys[..]);
                        assert_eq!(group, expected, "{} {:?} {:b}", n, middle, set);
                    }
                }
                for (set, keys) in expected {
                    let start = halves.keys.len() as u32;
                    halves.keys.extend(keys);
                    halves.groups[set as usize] = (start, halves.keys.len() as u32);
                }
            }
        }
    }
}

#[test]
fn every_solution_is_counted_once_with_its_images() {
    for n in 2..=11 {
        let solutions = placements(n, n);
        let mut count = 0;
        for middle in middles(n) {
            for solution in &solutions {
                let (top, bottom) = (&solution[..n / 2], &solution[(n + 1) / 2..]);
                let mut rows = top.iter().zip(bottom.iter().rev()).enumerate();
                let open = |row, column| is_open(n, middle, n / 2 - row, column);
                if middle.map_or(true, |middle| solution[n / 2] == middle)
                    && rows.all(|(row, (&top, &bottom))| open(row, top) && open(row, bottom))
                {
                    count += images(n, mask(middle), set_of(top), set_of(bottom));
                }
            }
        }
        assert_eq!(count, A000170[n - 1], "{}", n);
    }
}

/// Keys that are as dense as those of halves, and always the same.
fn some_keys(len: usize) -> Vec<Key> {
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
    for tops in 0..40 {
        let keys = some_keys(tops + 33);
        let (tops, bottoms) = keys.split_at(tops);
        let bottoms: Vec<Key> = bottoms.iter().map(|key| key & !(1 << 3) | 1).collect();
        let mut expected = 0;
        for top in tops {
            for bottom in &bottoms {
                expected += u32::from(top & bottom == 0);
            }
        }
        let mut padded = [tops, &[0; LANES]].concat();
        let joined = join(pad(&mut padded, tops.len()), &bottoms);
        assert_eq!(joined, expected, "{} tops", tops.len());
    }
}

#[test]
fn keep_is_a_filter() {
    for blocks in 0..20 {
        let group = some_keys(blocks * LANES);
        for column in 0..16 {
            let (queen, mark) = (1 << column | 1 << (column + 16), 1 << (31 - column));
            let free = group.iter().filter(|&key| key & queen == 0);
            let expected: Vec<Key> = free.map(|key| key | mark).collect();
            let mut out = vec![0; ROOM];
            let len = keep(&group, queen, mark, &mut out);
            assert_eq!(
                &out[..len],
                expected,
                "{} blocks, column {}",
                blocks,
                column
            );
        }
    }
}

#[test]
fn there_is_room_for_all_orders_of_7_columns_and_a_block() {
    assert_eq!(ROOM, (1..=7).product::<usize>() + LANES);
}

#[test]
fn pad_fills_up_the_last_block() {
    for len in 0..=3 * LANES {
        let mut keys = [1; 4 * LANES];
        let padded = pad(&mut keys, len);
        assert_eq!(padded.len() % LANES, 0);
        assert!(padded.len() < len + LANES);
        assert!(padded[..len].iter().all(|&key| key == 1));
        assert!(padded[len..].iter().all(|&key| key == PAD));
    }
}

#[test]
fn queens_have_a_bit_for_each_diagonal() {
    for set in 0..1 << 10 {
        let columns = (0..10).filter(|column| set >> column & 1 == 1);
        let expected: Vec<Key> = columns.map(|c| (1 << c) + (1 << (16 + c))).collect();
        assert_eq!(queens(set).collect::<Vec<_>>(), expected);
    }
}

// -------------------------------------------------------------------------- reading and answering

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

#[test]
fn check_notices_that_it_cannot_print() {
    let (room, error) = (100, io::ErrorKind::BrokenPipe);
    let full = Full { room, error };
    let result = run(&["check".to_string()], io::empty(), full);
    assert_eq!(result, Err(Failure(1, String::new())));
}

// ------------------------------------------------------------------------------------------- check

/// What `check` returns, and the words of each line that it prints.
fn check_of(methods: &[Method]) -> (Result<(), Failure>, Vec<Vec<String>>) {
    let mut output = Vec::new();
    let result = check(methods, &mut output);
    let output = String::from_utf8(output).unwrap();
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect();
    (result, output.lines().map(words).collect())
}

#[test]
fn check_shows_every_n_and_that_all_agree() {
    let (result, lines) = check_of(&[TABLE, ("other", table)]);
    assert_eq!(result, Ok(()));
    assert_eq!(lines[0], ["N", "count", "table", "other", "ratio"]);
    assert_eq!(lines.len(), 16);
    for n in 1..=15 {
        let expected = [n.to_string(), A000170[n - 1].to_string()];
        assert_eq!(lines[n][..2], expected);
        assert_eq!(lines[n][5..], ["ok"]);
    }
}

#[test]
fn check_shows_which_counts_differ_and_fails() {
    let wrong: Method = ("wrong", |n| if n == 8 { 93 } else { table(n) });
    let (result, lines) = check_of(&[TABLE, wrong, TABLE]);
    let message = "the methods disagree".to_string();
    assert_eq!(result, Err(Failure(1, message)));
    assert_eq!(lines[8][6..], ["MISMATCH", "[92,", "93,", "92]"]);
    let ok = lines.iter().filter(|line| line.last().unwrap() == "ok");
    assert_eq!(ok.count(), 14);
}

#[test]
fn check_shows_milliseconds_and_how_many_times_faster_the_first_method_is() {
    fn sleep_for_15(n: usize, ms: u64) -> u64 {
        sleep(Duration::from_millis(if n == 15 { ms } else { 0 }));
        1
    }
    let slow: Method = ("slow", |n| sleep_for_15(n, 10));
    let slower: Method = ("slower", |n| sleep_for_15(n, 40));
    let (_, lines) = check_of(&[slow, slower]);
    let numbers: Vec<f64> = lines[15][2..5]
        .iter()
        .map(|word| word.parse().unwrap())
        .collect();
    let (slow, slower, ratio) = (numbers[0], numbers[1], numbers[2]);
    assert!(slow >= 10.0 && slower >= 40.0, "{:?}", numbers);
    assert!((ratio - slower / slow).abs() < 0.06, "{:?}", numbers);
}

#[test]
fn measures_the_best_of_100_runs_and_for_large_n_of_3() {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    fn slow_at_first(n: usize) -> u64 {
        let slow = RUNS.fetch_add(1, SeqCst) == 0;
        sleep(Duration::from_millis(if slow { 200 } else { 5 }));
        n as u64
    }
    for (n, runs) in [(12, 100), (13, 3), (15, 3)] {
        RUNS.store(0, SeqCst);
        let (answer, ms) = measure(slow_at_first, n);
        assert_eq!((answer, RUNS.load(SeqCst)), (n as u64, runs));
        assert!((5.0..200.0).contains(&ms), "{}", ms);
    }
}
