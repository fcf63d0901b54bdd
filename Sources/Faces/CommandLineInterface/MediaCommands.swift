package import ArgumentParser

/// The commands that open media files, or need what does: `phonolith-media` has them, and `phonolith` knows their
/// names.
package protocol MediaCommands {
    static var check: any ParsableCommand.Type { get }
    static var show: any ParsableCommand.Type { get }
    static var artwork: any ParsableCommand.Type { get }
    static var thumbnails: any ParsableCommand.Type { get }
    static var loudness: any ParsableCommand.Type { get }
    static var play: any ParsableCommand.Type { get }
    static var queue: any ParsableCommand.Type { get }
    static var outputs: any ParsableCommand.Type { get }
    static var inputs: any ParsableCommand.Type { get }
    static var record: any ParsableCommand.Type { get }
    static var sound: any ParsableCommand.Type { get }
    static var capture: any ParsableCommand.Type { get }
    static var prune: any ParsableCommand.Type { get }
    static var completions: any ParsableCommand.Type { get }
    /// The commands that only programs start.
    static var hidden: [any ParsableCommand.Type] { get }
}
