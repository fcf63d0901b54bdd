// Records the default input, as a program for Apple's systems does with AVAudioRecorder, and plays what was recorded:
// record-and-play FILE SECONDS [OUTPUT]

import Foundation
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithRecording

func record(to path: MediaPath, seconds: Double) async throws {
    var settings = AudioRecorderSettings()
    settings.overwrites = true
    let recorder = AudioRecorder(to: path, settings: settings)
    let events = recorder.events()
    for remark in try await recorder.prepareToRecord() { print(remark) }
    try await recorder.record(forDuration: seconds)
    recorder.mark(title: "Beginning")
    for await event in events {
        if case .didFinish(let ending) = event {
            print("recorded \(recorder.currentTime) seconds: \(ending)")
        }
        if case .didFinish = event { break }
    }
}

func play(_ path: MediaPath, on device: String?) async throws {
    let player = QueuePlayer(to: .pulse)
    if let device {
        let output = try SoundServer().device(named: device, .output)
        await player.setOutputDevices([output.name])
    }
    var effects = AudioEffects()
    effects.equalizer = Equalizer.presets["speech"] ?? .flat
    effects.limitsPeaks = true
    await player.setEffects(effects)

    let events = await player.events()
    await player.setQueue(with: [PlayerItem(.file(path))])
    await player.play()
    for await event in events {
        if case .outputFailed(let error) = event { print(error) }
        if await player.playbackState == .stopped { break }
    }
    await player.close()
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard (2...3).contains(arguments.count), let seconds = Double(arguments[1]), seconds > 0 else {
    print("usage: record-and-play FILE SECONDS [OUTPUT]")
    exit(64)
}
do {
    let path = MediaPath(arguments[0])
    try await record(to: path, seconds: seconds)
    try await play(path, on: arguments.count == 3 ? arguments[2] : nil)
    let sound = try await SystemSound.load(path)
    try await sound.play()
    print("played")
} catch {
    print(error)
    exit(1)
}
