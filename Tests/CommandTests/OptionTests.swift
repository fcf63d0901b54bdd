import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithMediaCommandLine
import PhonolithMediaModel
import Testing

@Suite struct OptionTests {
    private func line(
        done: Int, of total: Int?, after seconds: Double, width: Int = 80,
        folder: MediaPath = "/music"
    ) -> String {
        ProgressBar.line(
            ScanProgress(done: done, total: total, folder: folder), after: seconds, width: width)
    }

    @Test("progress tells the rate at once, and the rest when the files are counted")
    func progress() {
        #expect(line(done: 0, of: nil, after: 0) == "0 files  0/s  /music")
        #expect(line(done: 300, of: nil, after: 2) == "300 files  150/s  /music")
        #expect(
            line(done: 250, of: 1000, after: 5)
                == "[#####···············]  250 of 1000  50/s  0:15 left  /music")
        #expect(
            line(done: 1000, of: 1000, after: 20)
                == "[####################]  1000 of 1000  50/s  0:00 left  /music")
    }

    @Test("in a narrow terminal the numbers stay, and the bar goes")
    func withoutBar() {
        #expect(
            line(done: 250, of: 1000, after: 5, width: 40) == "250 of 1000  50/s  0:15 left  /music"
        )
        #expect(
            line(done: 0, of: 0, after: 5, width: 60)
                == "[····················]  0 files  0/s  /music")
    }

    @Test("more files than were counted are no more than all")
    func beyond() {
        #expect(
            line(done: 1001, of: 1000, after: 1)
                == "[####################]  1001 of 1000  1001/s  0:00 left  /music")
    }

    @Test(
        "the line is narrower than the terminal, whatever the folder is called", arguments: 1...70)
    func narrow(width: Int) {
        let line = line(
            done: 250, of: 1000, after: 5, width: width, folder: "/音楽/\u{1B}[2J/雨宮ひかり")
        #expect(line.columnCount <= max(1, width - 1))
        #expect(line.withoutControls == line)
    }

    @Test("--library may stand before a command that has subcommands, whichever of them follows")
    func libraryBeforeSubcommands() throws {
        let tool = try CommandLineTool()
        var count = 0
        for command in PhonolithCommand<AllCommands<NoScreen, NoCameras>>.configuration.subcommands
        {
            for subcommand in command.configuration.subcommands {
                let names = try [command, subcommand].map {
                    try #require($0.configuration.commandName)
                }
                let result = try tool.run(["--library", "x.sqlite"] + names + ["--help"])
                let usage = "USAGE: phonolith \(names.joined(separator: " "))"
                #expect(result.text.contains(usage), "\(names)")
                count += 1
            }
        }
        #expect(count > 20)
        let help = try tool.run("playlist", "--help")
        #expect(try tool.run("--library", "x.sqlite", "playlist", "--help").text == help.text)
    }
}
