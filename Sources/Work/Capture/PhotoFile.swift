internal import PhonolithFiles
internal import PhonolithLibav
internal import PhonolithMediaModel

/// A photo on its way to its file.
struct PhotoFile {
    private let path: MediaPath
    private let isPNG: Bool
    private let overwrites: Bool

    /// The formats by the extensions of files, in lower case.
    static let extensions = ["jpeg", "jpg", "png"]
    /// FFmpeg's quantiser for JPEG, 1 to 31; at 2 no loss is seen.
    private static let quantizer = 2

    /// Finds the place of a photo.
    ///
    /// - Throws: ``MediaCaptureError`` for an unknown extension, and a file that exists and is not to be replaced.
    init(at path: MediaPath, overwrites: Bool) throws(MediaCaptureError) {
        let name = path.pathExtension.lowercased()
        guard Self.extensions.contains(name) else {
            throw MediaCaptureError(
                .unknownFormat, path.description,
                "\(path): cannot write photos of this format; \(Self.extensions.choice)")
        }
        (self.path, isPNG, self.overwrites) = (path, name == "png", overwrites)
        try checkExisting()
        let folder = path.parent
        guard folder.bytes.isEmpty || folder.status?.isFolder == true else {
            throw MediaCaptureError(
                .noSuchFolder, folder.description,
                "\(path): cannot be written: there is no folder \(folder); make it, or choose another place"
            )
        }
    }

    private func checkExisting() throws(MediaCaptureError) {
        guard overwrites || path.status == nil else {
            throw MediaCaptureError(
                .fileExists, path.description,
                "\(path): the file exists; choose another name or overwrite it")
        }
    }

    /// Writes the file, whole or not at all. Blocks its thread.
    ///
    /// - Parameter size: As the picture is seen.
    /// - Throws: ``MediaCaptureError``.
    func write(_ picture: borrowing Frame, size: PixelSize) throws(MediaCaptureError) {
        let bytes: [UInt8]
        do throws(AVError) {
            var scaling = PictureScaling()
            let target = Scaler.Target(
                width: size.width, height: size.height, layout: isPNG ? .rgb : .jpeg)
            let scaled = try scaling.scaled(picture, to: target)
            bytes = try PictureEncoder.open(
                isPNG ? .png : .jpeg(quantizer: Self.quantizer), for: scaled
            ).encode(scaled)
        } catch {
            throw MediaCaptureError(
                .encoderFailed, path.description,
                "\(path): the picture cannot be encoded: \(error)", cause: error)
        }
        // Another program may have made one meanwhile.
        try checkExisting()
        do {
            try WholeFile.write(bytes, to: path)
        } catch {
            throw MediaCaptureError(
                .cannotWrite, path.description,
                "\(path): cannot be written: \(error); \(error.remedy)", cause: error)
        }
    }
}
