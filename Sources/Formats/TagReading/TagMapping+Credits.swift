// The rows of credits, and of what is said of the work and the release. The names are those of MusicBrainz Picard and
// of TagLib's PropertyMap.

extension TagMapping {
    /// A row for what most formats keep under names of their own choice: TXXX frames, comments, free-form atoms.
    private static func named(
        _ property: TagProperty, _ names: [String], id3v2: [String] = [], mp4: [String] = [],
        asf: [String] = [], riff: [String] = []
    ) -> TagMapping {
        TagMapping(
            property, id3v2: id3v2, vorbis: names, mp4: mp4, asf: asf, riff: riff,
            matroska: names.map { "50:" + $0 }, ffmpeg: names + riff)
    }

    static let credits: [TagMapping] = [
        named(.conductor, ["CONDUCTOR"], id3v2: ["TPE3"], mp4: ["©con"], asf: ["WM/Conductor"]),
        named(.performer, ["PERFORMER"], id3v2: ["TMCL:*"], mp4: ["©prf"]),
        named(.lyricist, ["LYRICIST"], id3v2: ["TEXT"], asf: ["WM/Writer"]),
        named(.writer, ["WRITER"], riff: ["IWRI"]),
        named(
            .arranger, ["ARRANGER"], id3v2: ["TIPL:arranger"], mp4: ["©arg"], asf: ["WM/Arranger"]),
        named(.remixer, ["REMIXER", "MIXARTIST"], id3v2: ["TPE4"], asf: ["WM/ModifiedBy"]),
        named(
            .producer, ["PRODUCER"], id3v2: ["TIPL:producer"], mp4: ["©prd"], asf: ["WM/Producer"],
            riff: ["IPRO"]),
        named(
            .engineer, ["ENGINEER"], id3v2: ["TIPL:engineer"], mp4: ["©sne"], asf: ["WM/Engineer"],
            riff: ["IENG"]),
        named(.mixer, ["MIXER"], id3v2: ["TIPL:mix", "TIPL:mixer"], asf: ["WM/Mixer"]),
        named(
            .djmixer, ["DJMIXER"], id3v2: ["TIPL:DJ-mix", "TIPL:DJ-mixer"], asf: ["WM/DJMixer"]),
        named(
            .director, ["DIRECTOR"], id3v2: ["TIPL:director"], mp4: ["©dir"], asf: ["WM/Director"]),
        named(.narrator, ["NARRATOR"], id3v2: ["TIPL:narrator"], mp4: ["©nrt"]),
    ]

    static let release: [TagMapping] = [
        named(.ensemble, ["ENSEMBLE", "ORCHESTRA"]),
        named(.work, ["WORK"], mp4: ["©wrk"], asf: ["WM/Work"]),
        named(.opus, ["OPUS"]),
        named(.movement, ["MOVEMENTNAME", "MOVEMENT"], id3v2: ["MVNM"], mp4: ["©mvn"]),
        named(
            .movementNumber, ["MOVEMENTNUMBER", "MOVEMENT"], id3v2: ["MVIN"], mp4: ["©mvi"]),
        named(
            .movementCount, ["MOVEMENTTOTAL", "MOVEMENTCOUNT", "TOTALMOVEMENTS"], mp4: ["©mvc"]),
        named(
            .label, ["LABEL", "PUBLISHER", "ORGANIZATION"], id3v2: ["TPUB"], mp4: ["©pub", "©lab"],
            asf: ["WM/Publisher"]),
        named(
            .catalogNumber, ["CATALOGNUMBER", "CATALOGID", "LABELNO"], asf: ["WM/CatalogNo"]),
        named(.barcode, ["BARCODE", "UPC", "EAN", "EAN/UPN"], asf: ["WM/Barcode"]),
        named(
            .media, ["MEDIA", "SOURCEMEDIA"], id3v2: ["TMED"], asf: ["WM/Media"], riff: ["IMED"]),
        named(
            .releaseType, ["RELEASETYPE", "MUSICBRAINZ_ALBUMTYPE", "MusicBrainz Album Type"],
            asf: ["MusicBrainz/Album Type"]),
        named(
            .releaseStatus,
            ["RELEASESTATUS", "MUSICBRAINZ_ALBUMSTATUS", "MusicBrainz Album Status"],
            asf: ["MusicBrainz/Album Status"]),
        named(
            .releaseCountry, ["RELEASECOUNTRY", "MusicBrainz Album Release Country"],
            asf: ["MusicBrainz/Album Release Country"], riff: ["ICNT"]),
        named(
            .language, ["LANGUAGE"], id3v2: ["TLAN"], asf: ["WM/Language"], riff: ["ILNG"]),
        named(.mood, ["MOOD"], id3v2: ["TMOO"], asf: ["WM/Mood"]),
        named(
            .key, ["KEY", "INITIALKEY", "INITIAL KEY"], id3v2: ["TKEY"], asf: ["WM/InitialKey"]),
        named(.energy, ["ENERGYLEVEL", "ENERGY"]),
        named(
            .encoder,
            ["ENCODER", "ENCODEDBY", "ENCODED-BY", "ENCODED_BY", "ENCODERSETTINGS", "ENCODING"],
            id3v2: ["TSSE", "TENC"], mp4: ["©too", "©enc"],
            asf: ["WM/EncodingSettings", "WM/EncodedBy", "WM/ToolName"],
            riff: ["ISFT", "ITCH", "IENC"]),
    ]
}
