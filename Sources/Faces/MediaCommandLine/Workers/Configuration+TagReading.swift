import PhonolithCommandLineInterface
import PhonolithTagReading

extension Configuration {
    var tagReading: TagReadingOptions {
        var options = TagReadingOptions()
        if let artistSeparators { options.artistSeparators = artistSeparators }
        if let artistExceptions { options.artistExceptions = artistExceptions }
        if let genreSeparators { options.genreSeparators = genreSeparators }
        return options
    }
}
