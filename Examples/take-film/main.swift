// Takes a photo and a film, as a program for Apple's systems does with AVCaptureSession:
// take-film FOLDER SECONDS [DEVICE] [AUDIO-DEVICE]

import Foundation
import PhonolithCapture
import PhonolithMediaModel

let arguments = Array(CommandLine.arguments.dropFirst())
guard (2...4).contains(arguments.count), let seconds = Double(arguments[1]), seconds > 0 else {
    print("usage: take-film FOLDER SECONDS [DEVICE] [AUDIO-DEVICE]")
    exit(64)
}
var settings = MediaCaptureSettings()
settings.device = arguments.count > 2 ? arguments[2] : nil
settings.audioDevice = arguments.count > 3 ? arguments[3] : nil
settings.maximumDuration = seconds
do {
    let capture = MediaCapture(settings: settings)
    let events = capture.events()
    for remark in try await capture.startRunning() { print(remark) }
    try await capture.takePhoto(to: MediaPath("\(arguments[0])/photo.jpg"))
    try await capture.startRecording(to: MediaPath("\(arguments[0])/film.mp4"))
    for await event in events {
        if case .didFinishRecording(let path, let ending) = event { print(path, ending) }
        if case .didFinishRecording = event { break }
    }
    await capture.stopRunning()
} catch {
    print(error)
    exit(1)
}
