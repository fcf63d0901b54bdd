import Foundation
import PhonolithCommandLineInterface
import PhonolithMediaModel
import Testing

@Suite struct RecordTests {
    @Test(
        "a text is quoted so that any reader of JSON has it back",
        arguments: [
            ("", #""""#),
            ("Björk 雨", #""Björk 雨""#),
            (#"say "hi" \o/"#, #""say \"hi\" \\o/""#),
            ("one\ntwo\r\n\tthree", #""one\ntwo\r\n\tthree""#),
            ("\u{0}\u{1B}[31m\u{7F}", #""\u0000\u001b[31m\u007f""#),
            ("\"\u{301}", "\"\\\"\u{301}\""),
        ])
    func quoting(text: String, json: String) throws {
        #expect(Array(text.jsonQuoted.utf8) == Array(json.utf8))
        let read = try JSONSerialization.jsonObject(
            with: Data(json.utf8), options: .fragmentsAllowed)
        #expect((read as? String).map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(
        "a value has one form in JSON",
        arguments: [
            (.text("x"), #""x""#), (.texts(["a", "b"]), #"["a","b"]"#), (.integer(-3), "-3"),
            (.number(60), "60"), (.number(-0.25), "-0.25"), (.number(1e300), "1e+300"),
            (.number(.nan), "null"), (.number(.infinity), "null"), (.boolean(true), "true"),
            (.timestamp(Date(secondsSince1970: 0)), #""1970-01-01T00:00:00Z""#),
            (.bytes([0x2F, 0xFF]), #""L/8=""#),
            (
                .chapters([Chapter(startTime: 1.5, endTime: nil, title: "One")]),
                #"[{"startTime":1.5,"title":"One"}]"#
            ),
        ] as [(MediaValue, String)])
    func forms(value: MediaValue, json: String) {
        #expect(value.json == json)
    }

    @Test("for people, lists are joined and quotation marks are left out")
    func plain() {
        #expect(MediaValue.text("x").plainText == "x")
        #expect(MediaValue.texts(["a", "b"]).plainText == "a; b")
        #expect(MediaValue.number(1.5).plainText == "1.5")
        #expect(
            MediaValue.timestamp(Date(secondsSince1970: 0)).plainText
                == "1970-01-01T00:00:00Z")
    }

    @Test("a record keeps the order of its fields, and leaves out what is absent")
    func record() {
        let record = Record([("b", .integer(1)), ("a", nil), ("c", .text("x"))])
        #expect(record.json == #"{"b":1,"c":"x"}"#)
    }

    @Test(
        "values are parted by commas as RFC 4180 says",
        arguments: [
            (["a", "", "b c"], "a,,b c\r\n"),
            (["1,5", #"7" single"#], "\"1,5\",\"7\"\" single\"\r\n"),
            (["two\nlines", "\r"], "\"two\nlines\",\"\r\"\r\n"),
            (["\"\u{301}"], "\"\"\"\u{301}\"\r\n"),
        ])
    func commas(values: [String], line: String) {
        #expect(Array(SeparatedWriter.line(values, .commas).utf8) == Array(line.utf8))
    }

    @Test(
        "between tabs, whatever would end a value or a line is written out",
        arguments: [
            (["a", "", "b,\"c\""], "a\t\tb,\"c\"\n"),
            (["tab\there", "two\r\nlines"], "tab\\there\ttwo\\r\\nlines\n"),
            ([#"C:\new"#], "C:\\\\new\n"),
        ])
    func tabs(values: [String], line: String) {
        #expect(Array(SeparatedWriter.line(values, .tabs).utf8) == Array(line.utf8))
    }

    @Test(
        "a length of time reads like a clock",
        arguments: [
            (0, "0:00"), (59.4, "0:59"), (59.6, "1:00"), (185, "3:05"), (3600, "1:00:00"),
            (360_061, "100:01:01"), (.infinity, ""), (1e300, ""),
        ] as [(Double, String)])
    func clock(seconds: Double, text: String) {
        #expect(seconds.clockText == text)
    }
}
