import FoundationEssentials
import PhonolithLibav
import PhonolithPlayQueues
import PhonolithSamples

extension PlayerItem {
    /// The name of its file: as in its address, or where that has no extension, by its title.
    func fileName(at address: String, _ source: NetworkSource) -> String {
        let last = URL(string: address)?.lastPathComponent ?? ""
        if last.dropFirst().contains("."), last.last != "." { return last }
        let name = title ?? (last.isEmpty || last == "/" ? "stream" : last)
        return "\(name).\(source.fileExtension)"
    }
}

extension NetworkSource {
    /// The usual extension of its format, without a dot.
    var fileExtension: String {
        switch formatName {
        case "ogg": codecName == "opus" ? "opus" : "ogg"
        case let name where name.hasPrefix("mov"): isFilm ? "mp4" : "m4a"
        case let name where name.hasPrefix("matroska"): isFilm ? "mkv" : "mka"
        case let name: name
        }
    }
}
