//! Tests of what `nqueen` and `placements` do alike: read N, answer, and say what is wrong. The
//! module above says which COMMAND to do it with, and the program's NAME and USAGE.

use super::*;
use std::process::Command;

pub(super) fn answer(args: &[&str], input: &[u8]) -> Result<String, Failure> {
    let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
    let mut output = Vec::new();
    let result = run(&args, input, &mut output);
    let output = String::from_utf8(output).unwrap();
    if result.is_err() {
        assert_eq!(output, "");
    }
    result.map(|()| output)
}

fn refused(message: String) -> Result<String, Failure> {
    Err(Failure(2, message))
}

fn refused_input(found: &str) -> Result<String, Failure> {
    refused(format!(
        "expected one whole number from 1 to 15, found {}",
        found
    ))
}

#[test]
fn reads_every_n_in_every_dress() {
    for n in 1..=15 {
        let expected = answer(&[COMMAND], n.to_string().as_bytes());
        assert!(expected.is_ok());
        let dresses = [
            format!("{}\n", n),
            format!("{}\r\n", n),
            format!(" \t{} \t\n\n", n),
            format!("\n\r\n{}", n),
            format!("\u{feff}{}\r\n", n),
            format!("0{}\n", n),
            format!("{:1024}", n),
            format!("{:<1024}", n),
        ];
        for dress in &dresses {
            assert_eq!(
                answer(&[COMMAND], dress.as_bytes()),
                expected,
                "{:?}",
                dress
            );
        }
    }
}

#[test]
fn refuses_everything_else_and_shows_it() {
    let cases: [(&[u8], &str); 31] = [
        (b"", "nothing"),
        (b"\n", r#""\n""#),
        (b" \r\n\t", r#"" \r\n\t""#),
        (b"\xef\xbb\xbf", r#""\u{feff}""#),
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
        assert_eq!(answer(&[COMMAND], input), refused_input(shown));
    }
}

#[test]
fn refuses_more_than_1024_bytes() {
    let in_front = format!("{:1025}", 8);
    let behind = format!("{:<1025}", 8);
    let found = refused_input(&format!("{:?}...", " ".repeat(20)));
    assert_eq!(answer(&[COMMAND], in_front.as_bytes()), found);
    let found = refused_input(&format!("{:?}...", format!("{:<20}", 8)));
    assert_eq!(answer(&[COMMAND], behind.as_bytes()), found);
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
    let result = run(&[COMMAND.to_string()], Endless(0), io::sink());
    assert_eq!(
        result.map(|()| String::new()),
        refused_input("\"yyyyyyyyyyyyyyyyyyyy\"...")
    );
}

#[test]
fn says_why_input_cannot_be_read() {
    struct Directory;
    impl Read for Directory {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::new(io::ErrorKind::Other, "is a directory"))
        }
    }
    let result = run(&[COMMAND.to_string()], Directory, io::sink());
    let message = "cannot read standard input: is a directory".to_string();
    assert_eq!(result, Err(Failure(2, message)));
}

#[test]
fn help_goes_to_standard_output() {
    assert_eq!(answer(&["--help"], b""), Ok(USAGE.to_string()));
    assert_eq!(answer(&["-h"], b""), Ok(USAGE.to_string()));
}

#[test]
fn refuses_unknown_arguments_with_the_usage() {
    let cases: [&[&str]; 8] = [
        &["8"],
        &["tabl"],
        &["FIRST"],
        &[""],
        &[COMMAND, "8"],
        &[COMMAND, COMMAND],
        &["--help", COMMAND],
        &["\u{fffd}\n"],
    ];
    for args in cases {
        let message = format!("unknown arguments {:?}\n{}", args, USAGE);
        assert_eq!(answer(args, b"8"), refused(message));
    }
}

/// An output that takes `room` bytes and then fails.
pub(super) struct Full {
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
    for command in [COMMAND, "--help"] {
        let result = |output: &mut dyn Write| run(&[command.to_string()], &b"8"[..], output);
        let failure = |message: &str| Err(Failure(1, message.to_string()));
        for room in 0..2 {
            let error = io::ErrorKind::OutOfMemory;
            let message = "cannot write standard output: out of memory";
            assert_eq!(result(&mut Full { room, error }), failure(message));

            let error = io::ErrorKind::BrokenPipe;
            assert_eq!(result(&mut Full { room, error }), failure(""));
        }
        let message = "cannot write standard output: no space left";
        assert_eq!(result(&mut FullLater), failure(message), "{}", command);
    }
}

#[test]
fn reports_a_failure_in_one_line_and_by_the_exit_code() {
    let failure = |code, message: &str| Err(Failure(code, message.to_string()));
    let cases = [
        (Ok(()), 0, "".to_string()),
        (failure(1, "no"), 1, format!("{}: no\n", NAME)),
        (failure(2, "never"), 2, format!("{}: never\n", NAME)),
        (failure(1, ""), 1, "".to_string()),
    ];
    for (result, code, expected) in cases {
        let mut error = Vec::new();
        assert_eq!(report(result, &mut error), code);
        assert_eq!(error, expected.as_bytes());
    }
    let (room, error) = (0, io::ErrorKind::OutOfMemory);
    assert_eq!(report(failure(2, "never"), Full { room, error }), 2);
}

#[test]
fn main_runs_with_the_arguments_and_exits_with_the_code() {
    // This test calls itself in another process, whose arguments `main` does not know.
    let this_test = "tests::answering::main_runs_with_the_arguments_and_exits_with_the_code";
    if std::env::var_os("CALL_MAIN").is_some() {
        let refusal = format!("{:?}", ExitCode::from(2));
        assert_eq!(format!("{:?}", main()), refusal);
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    child
        .args([this_test, "--exact", "--nocapture"])
        .env("CALL_MAIN", "");
    let output = child.output().unwrap();
    let message = format!("{}: unknown arguments [{:?}, \"--exact\"", NAME, this_test);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains(&message));
}
