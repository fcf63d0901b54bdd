import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithScanning
import PhonolithTagReading
import PhonolithWorker

extension ExplanationJob {
    /// Reads the file. Blocks its thread.
    func answer() throws -> ExplanationAnswer {
        let reader = TagReader(options: try Configuration.read().tagReading)
        do throws(MediaFileError) {
            return .explained(try location.explanation(by: reader).properties)
        } catch {
            return .failed("\(error); its values can only be explained while the file exists")
        }
    }
}
