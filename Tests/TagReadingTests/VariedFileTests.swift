import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import PhonolithTestSupport
import Testing

/// Tags by systematic variation: each file is a row of the tables in `fixtures/vary`.
@Suite struct VariedFileTests {
    private static let files = LongTests.areWhole ? VariedFile.all : VariedFile.tenth(seed: 65)

    @Test("A tag says the same, however it is written", arguments: files)
    func reading(varied: VariedFile) throws {
        let folder = try ScratchFolder()
        let path = try folder.write(varied.bytes(), to: "file." + varied.pathExtension)
        let file = try TagReader().read(path)
        #expect(VariedFile.Facts(file.facts) == varied.facts)
        #expect((file.damage != nil) == varied.isDamaged)
    }

    @Test("The axes give hundreds of files with different names")
    func count() {
        let names = VariedFile.all.map(\.name)
        #expect(names.count > 1000)
        #expect(Set(names).count == names.count)
    }
}
