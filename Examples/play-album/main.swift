// Plays an album as a program for Apple's systems does with MPMusicPlayerController, and has the library count it:
// play-album LIBRARY ALBUM [FILE.wav]

import Foundation
import PhonolithLibraryPlayback

func play(albumTitled title: String, of library: MediaLibrary, to output: AudioDestination)
    async throws
{
    let player = QueuePlayer(to: output, library: library)
    // Get the events first, so that none are missed.
    let events = await player.events()
    // Panels and media keys find the player on the bus; this one plays the whole album.
    let bus = await BusPlayer.publish(player)
    bus?.setEnabled(false, .changeShuffleMode)
    bus?.setHandler(for: .open) { _ in .commandFailed("the album is not over") }

    var album = MediaQuery.songs
    album.addFilterPredicate(.equalTo(.albumTitle, .text(title)))
    album.order = [MediaOrder(.discNumber), MediaOrder(.albumTrackNumber)]
    try await player.setQueue(with: album)
    if await player.queue.isEmpty { print("\(title): no such album") } else { await player.play() }

    for await event in events {
        switch event {
        case .nowPlayingItemDidChange(let entry?): print(entry.item.title ?? "untitled")
        case .itemStatusDidChange(let entry, .failed(let error)):
            print("\(entry.item.title ?? "untitled"): \(error)")
        case .outputFailed(let error): print(error)
        default: break
        }
        if await player.playbackState == .stopped { break }
    }
    // The last item's play is recorded by now.
    await bus?.withdraw()
    await player.close()
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 || arguments.count == 3 else {
    print("usage: play-album LIBRARY ALBUM [FILE.wav]")
    exit(64)
}
do {
    let library = try await MediaLibrary.open(at: URL(fileURLWithPath: arguments[0]), for: .writing)
    let output =
        arguments.count == 3 ? AudioDestination.wave(MediaPath(arguments[2])) : .pulse
    try await play(albumTitled: arguments[1], of: library, to: output)
} catch {
    print(error)
    exit(1)
}
