// All texts of the page. Another language is another file with the same keys.

const plural = new Intl.PluralRules("en");
const number = new Intl.NumberFormat();
const count = (value, one, many) => `${number.format(value)} ${plural.select(value) === "one" ? one : many}`;

export const text = {
  // Views
  home: "Home", music: "Music", more: "More", yours: "Yours", views: "Views", nowPlaying: "Now playing",
  albums: "Albums", artists: "Artists", albumArtists: "Album artists", composers: "Composers", genres: "Genres", songs: "Songs",
  playlists: "Playlists", favorites: "Favorites", videos: "Videos", podcasts: "Podcasts", audiobooks: "Audiobooks", folders: "Folders",
  history: "History", statistics: "Statistics", library: "Library", settings: "Settings", search: "Search", queue: "Queue",
  searchHint: "Search songs, albums, artists", skip: "Skip to content", jumpTo: "Jump to", noName: "Without a name",
  greeting: (hour) => (hour < 5 ? "Good night" : hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening"),
  goOnWith: "Continue", recentlyPlayed: "Recently played", recentlyAdded: "Recently added",

  // Things
  items: "Items", untitled: "Untitled", unknownArtist: "Unknown artist", variousArtists: "Various artists", explicit: "Explicit", missingEntry: "Missing",
  artist: "Artist", album: "Album", albumArtist: "Album artist", composer: "Composer", genre: "Genre", year: "Year", month: "Month", track: "Track",
  duration: "Duration", format: "Format", size: "Size", plays: "Plays", lastPlayed: "Last played", dateAdded: "Added", comments: "Comments", path: "Path",
  pictures: "Pictures", chapters: "Chapters", episodes: "Episodes", lyrics: "Lyrics", player: "Player", playing: "Playing",
  kindOf: { artists: "Artist", "album-artists": "Album artist", composers: "Composer", genres: "Genre" },
  disc: (value) => `Disc ${value}`,
  episode: (season, episode) => [season ? `S${season}` : "", episode ? `E${episode}` : ""].join(""),
  songCount: (value) => count(value, "song", "songs"),
  itemCount: (value) => count(value, "item", "items"),
  episodeCount: (value) => count(value, "episode", "episodes"),
  albumCount: (albums, songs) => [albums ? count(albums, "album", "albums") : "", count(songs, "song", "songs")].filter(Boolean).join(" · "),

  // Actions
  play: "Play", pause: "Pause", next: "Next", previous: "Previous", nextChapter: "Next chapter", previousChapter: "Previous chapter", ahead: "30 seconds forward", shuffle: "Shuffle", repeat: "Repeat", seek: "Position", volume: "Volume", mute: "Mute",
  playNext: "Play next", addToQueue: "Add to queue", addToPlaylist: "Add to playlist…", removeFromQueue: "Remove from queue", removeFromPlaylist: "Remove from playlist", moveUp: "Move up", moveDown: "Move down", share: "Share…", goToAlbum: "Go to album", goToArtist: "Go to artist", goToArtists: "Go to artist…",
  star: "Add to favorites", unstar: "Remove from favorites", rating: "Rating", details: "Details", download: "Download",
  close: "Close", cancel: "Cancel", ok: "OK", save: "Save", edit: "Edit", delete: "Delete", remove: "Remove", rename: "Rename…", up: "Up", done: "Done",
  undo: "Undo", queueCleared: "The queue was cleared.", queueReplaced: "The queue was replaced.", tryAgain: "Try again", filter: "Filter", sortBy: "Sort by", showMore: "Show more", clear: "Clear", copy: "Copy", later: "Later", goOn: "Continue",
  stars: (value) => count(value, "star", "stars"),
  added: (value) => `Added ${count(value, "song", "songs")} to the queue`,
  addedTo: (list, value) => `Added ${count(value, "song", "songs")} to “${list}”`,
  movedTo: (place) => `Moved to position ${place}`,
  timeOf: (time, duration) => `${time} of ${duration}`,
  left: (length) => `${length} left`,
  shuffleOff: "In order", shuffleSongs: "Shuffle songs", shuffleAlbums: "Shuffle albums",
  repeatOff: "Repeat: off", repeatAll: "Repeat: queue", repeatOne: "Repeat: one song",
  sleepTimer: "Sleep timer", sleepOff: "Off", sleepAfter: (minutes) => `After ${minutes} minutes`, sleepTrack: "At the end of this song",
  subtitles: "Subtitles", subtitlesOff: "Off", subtitlesOf: (number) => `Subtitles ${number}`,
  video: "Video", fullScreen: "Full screen", pictureInPicture: "Picture in picture", continuesAt: (time) => `Continues at ${time}`,
  speed: "Speed", loudness: "ReplayGain", gainModes: { album: "ReplayGain: album", track: "ReplayGain: track", off: "ReplayGain: off" },
  theServer: "Server sound output", jukeboxFailed: (reason) => `The server cannot play: ${reason}`, usualOutput: "Default output", outputsMissing: (names) => `Not connected: ${names.join(", ")}; plays on another output`, playsOn: (place) => `Plays on: ${place}`,
  loudnessHint: "Plays all songs, or all albums, at the same loudness, if they have ReplayGain tags.",
  albumSorts: { albumTitle: "By title", albumArtist: "By artist", "year:desc": "Newest first", year: "Oldest first" },
  songSorts: { title: "By title", "artist,albumTitle,discNumber,albumTrackNumber": "By artist", "albumTitle,discNumber,albumTrackNumber": "By album", "dateAdded:desc": "Recently added", "playCount:desc": "Most played", "rating:desc": "Best rated", "year:desc": "Newest first", "playbackDuration:desc": "Longest first" },
  whereHint: 'genre = Jazz and year >= 1990', whereHelp: 'For example: rating >= 4 and playCount < 3, or artist contains "bach". Put text with several words in quotes.',

  // States
  loading: "Loading", failed: "Something went wrong", notFound: "Not found", notFoundHint: "This does not exist, or was removed.",
  noConnection: "The server cannot be reached. Check the connection and try again.",
  connectionLost: "Connection lost. Reconnecting…", connectedAgain: "Reconnected.",
  nothingPlays: "Nothing is playing", nothingPlaysHint: "Choose an album or a song.",
  notCounted: "The play could not be counted.",
  cannotPlay: (title, format) => `This browser cannot play “${title.slice(0, 100)}”${format ? ` (${format})` : ""}.`,
  none: (what) => `No ${what.toLowerCase()}`, noneHint: "They appear here when a scan finds them.",
  noAlbums: "No albums yet", noAlbumsHint: "Add a folder with music in Library, and scan it.", noSongs: "No songs",
  nothingMatches: "Nothing matches", nothingMatchesHint: "Change the filter, or clear it.",
  noFavorites: "No favorites yet", noFavoritesHint: "Click the heart next to a song to add it here.",
  noPlaylists: "No playlists yet", noPlaylistsHint: "Create one, import a file, or use a rule to select songs.",
  emptyPlaylist: "This playlist is empty", emptyPlaylistHint: "Add songs from their menus.",
  emptyQueue: "The queue is empty", emptyQueueHint: "Play an album, or add songs from their menus.",
  noFolders: "No folders", emptyFolder: "This folder has no media",
  noHistory: "Nothing played yet", noHistoryHint: "What you play appears here, on every device.",
  noLyrics: "No lyrics", noLyricsHint: "Lyrics come from the file, or from an .lrc or .ttml file next to it.",
  searchEmpty: "Search your library", searchEmptyHint: "Search by the beginnings of words in titles, artists, albums, composers and genres.",
  nothingFound: (words) => `Nothing found for “${words}”`, nothingFoundHint: "Check the spelling, or use fewer words.",
  emptyLibrary: "Your library is empty", emptyLibraryHint: "Choose the folders with your music and films.",
  emptyLibraryAsk: "An administrator has to add folders, or give you access to them.",
  nothingYet: "Nothing yet", asTable: "Show as table", byYear: "Songs by year", byGenre: "Songs by genre", byFormat: "Files by format", playsByMonth: "Plays by month",
  skipped: "skipped",

  explanation: "Why is it listed like this?", readingFile: "Reading the file…", property: "Property", value: "Value", comesFrom: "Source", outranked: "instead of", noTags: "The file has no tags. It is listed by its name.",

  // Podcasts and audiobooks
  subscribe: "Subscribe…", unsubscribe: "Unsubscribe", unsubscribeHint: (title) => `Unsubscribe from “${title}” and delete its downloaded episodes?`,
  subscriptions: "Subscriptions", inLibrary: "In the library", feedURL: "Feed URL", feedURLHint: "RSS or Atom. The server checks for new episodes every few hours.",
  feedFailed: "The feed could not be read:", readingFeed: "Reading the feed…", refresh: "Check for new episodes", lookingForEpisodes: "Checking for new episodes…", checkedOn: (date) => `checked ${date}`,
  noPodcastsHint: "Subscribe to a podcast by its feed URL.", podcastsOff: "To subscribe to podcasts, start the server with --podcasts FOLDER. Episodes downloaded by other programs appear here after a scan.",
  noEpisodes: "The feed has no episodes.", downloading: "downloading…", downloaded: "downloaded", beingScanned: "downloaded, scanning…", fileDeleted: "file deleted", deleteFile: "Delete file",
  deleteFileHint: (title) => `Delete the file of “${title}”? The episode stays in the list.`,
  parts: "Parts", part: (value) => `Part ${value}`, listen: "Listen", fromStart: "Start over", finished: "finished", readBy: (names) => `read by ${names}`, allBooks: "All audiobooks",
  heard: (share) => `${Math.round(share * 100)} % heard`, continuesFrom: (place) => `Continue at ${place}`, noBooksHint: "Add a folder of the kind Audiobooks in Library, or tag files with the genre Audiobook.",
  bookSorts: { author: "By author", title: "By title", lastPlayed: "Last heard", added: "Recently added" },

  // Playlists
  newPlaylist: "New playlist", newSmart: "New smart playlist", editRule: "Edit rule…", importFile: "Import file", exportFile: "Export…", name: "Name", description: "Description",
  describe: "Describe…", dedupe: "Remove duplicates", duplicate: "Duplicate…", copyOf: (name) => `${name} copy`, most: "At most", smart: "Smart playlist",
  deleteList: (name) => `Delete the playlist “${name}”? Its songs stay in the library.`, keepAsPlaylist: "Save as playlist",
  imported: (entries, unresolved) => `Imported ${count(entries, "entry", "entries")}${unresolved ? `; ${unresolved} not in the library` : ""}`,
  editedElsewhere: "Another program has changed this playlist; this is the current version.", found: (value) => `${count(value, "item", "items")} found`,

  // Logging in and setting up
  logIn: "Log in", logOut: "Log out", loginLead: "Your music, films and books.", user: "User name", password: "Password", passwordAgain: "Repeat password",
  firstTime: "First time here? Open the link that “phonolith serve” prints when it starts.",
  setUp: "Set up", welcome: "Welcome", welcomeLead: "Choose a password for the owner of this library. The user name is “owner”.",
  passwordHint: "8 characters or more", passwordsDiffer: "The two passwords are not the same.",
  setupSteps: ["Password", "Folders", "First scan"], linkUsed: "This link is no longer valid",
  linkUsedHint: "It was already used, or is from before the last start of the server. “phonolith serve” prints a new one until a user has a password.",
  chooseFolders: "Choose folders", chooseFoldersLead: "Where are your music and films? Phonolith reads these folders and changes nothing in them.",
  readingFiles: "Reading your files", scanDone: "All files have been read.", openLibrary: "Open the library",

  // The library
  foldersScanned: "Folders", folderPath: "Folder on the server", folderPathHint: "An absolute path on the computer that runs Phonolith.", addFolder: "Add folder",
  browse: "Browse…", chooseFolder: "Choose a folder", chooseThis: "Choose this folder", folderAbove: "Parent folder", folderClosed: "not readable", noFoldersInside: "No subfolders.",
  moreFolders: (value) => `${count(value, "more folder", "more folders")} not shown. Type the path instead.`,
  kind: "Kind of files", kinds: { "": "According to their tags", music: "Music", podcast: "Podcasts", audiobook: "Audiobooks", video: "Videos" },
  removeFolder: "Remove folder", removeFolderHint: (path) => `Stop scanning ${path}? Its items are hidden; ratings, plays and playlists are kept.`, unavailable: "Not available. Is the disk connected? Its items are kept.", onMachine: (host) => `on ${host}`,
  scan: "Scan", scanNow: "Scan now", scanAll: "Read all files again", scanning: "Scanning…", lastScan: "Last scan", noScanYet: "No scan since the server started.", nothingChanged: "Nothing changed.",
  scanWords: { added: "added", changed: "changed", moved: "moved", missing: "missing", unreadable: "unreadable" },
  unreadable: "Files that could not be read", allRead: "All files could be read.",
  ignore: "Ignore", unignore: "Stop ignoring", showIgnored: "Show ignored files",
  duplicates: "Duplicates", duplicatesHint: "Find songs that are in the library more than once. Nothing is deleted.", showDuplicates: "Show duplicates",
  whatIsSame: "Compare by", sameBy: { audio: "Same audio", tags: "Same song" }, best: "Best",
  sameHints: { audio: "Files with the same audio data, whatever their tags.", tags: "Items with the same title, artist and duration, such as a song in two formats or on two albums." },
  spare: (size) => `Keeping only the best of each group would free ${size}.`, groupCount: (value) => count(value, "group", "groups"), showCopies: (value) => `Show ${count(value, "more copy", "more copies")}`, noDuplicates: "No duplicates", noDuplicatesHint: "Nothing is in the library more than once.",
  backup: "Backup", backupHint: "A copy of the library with ratings, plays, playlists, users and scan results, but not the media files. Restore it with “phonolith restore”.",
  backupLibrary: "Download library", backupKey: "Download key", backupKeyHint: "The key decrypts the app passwords in the backup. Keep both files together, and keep the key secret. Without it, all apps need new passwords.",
  missing: "Missing items", missingHint: "Their files are gone. Ratings, plays and playlist entries are kept, and the items come back with their files.", nothingMissing: "No files are missing.",

  // Settings
  apps: "Apps", appsHint: (url) => `Apps for Subsonic or OpenSubsonic connect to ${url} with your user name and an app password.`,
  appName: "Name of the app", appNameHint: "Phone", administers: "May change users and passwords", administersHint: "For apps that manage the users of this server.", makeAppPassword: "Create app password", newAppPassword: "New app password", shownOnce: "Enter this in the app. It is shown only once.", copied: "Copied",
  usedOn: (date) => `Last used ${date}`, neverUsed: "Never used", revoke: "Revoke", revokeHint: (label) => `Revoke the password of “${label}”? The app can no longer log in.`,
  quality: "Highest bit rate", qualityHint: "For this browser, on slow or metered connections. Songs above it are converted to MP3, and are played without exact gapless transitions.",
  filmQuality: "Highest bit rate of videos", filmQualityHint: "Videos above it are converted.", noLimit: "No limit (original files)", kilobits: (value) => `${number.format(value)} kbit/s`,
  megabits: (value) => `${number.format(value)} Mbit/s`,
  ownPassword: "Your password", presentPassword: "Current password", newPassword: "New password", changePassword: "Change password", passwordChanged: "The password was changed.", leaveEmpty: "Leave empty to keep it unchanged.",
  logins: "Where you are logged in", thisBrowser: "This browser", otherBrowser: "Another browser", since: (date) => `since ${date}`, endOthers: "Log out all other browsers",
  users: "Users", addUser: "Add user", role: "Role", roles: { user: "User", admin: "Administrator" }, sees: (path) => `Sees ${path}`,
  closedCount: (value) => count(value, "closed folder", "closed folders"), deleteUser: (name) => `Delete ${name} with all ratings, plays and playlists?`,

  // Shares
  shareTitle: "Share by link", shareEnds: "Link ends", shareHint: "Anyone with the link can listen, without an account. You can delete it in Settings.", makeLink: "Create link",
  shareDays: (days) => (days ? (days === 7 ? "In a week" : days === 30 ? "In a month" : "In a year") : "Never ends"), until: (date) => `until ${date}`,
  visits: (value) => count(value, "visit", "visits"), shares: "Shared links", noShares: "You have shared nothing. Share from the menus of songs, albums and playlists.",
  deleteShare: "Delete link", deleteShareHint: (title) => `Delete the link to “${title}”? It stops working at once.`,

  // The picker
  choose: "Choose", chooseSongs: "Choose songs", chooseAlbums: "Choose albums", chosen: (value) => `${number.format(value)} chosen`,
  originRefused: "This page is not allowed", originRefusedHint: (origin) => `The server does not allow ${origin}; start it with --picker-origin ${origin}.`,
  noOpener: "The page that opened the picker was closed.",

  // Keys
  keyPlay: "Play or pause", keyBack: "10 seconds back", keyForward: "10 seconds forward", keyNext: "Next", keyPrevious: "Previous", keyMute: "Mute", keyLouder: "Louder", keyQuieter: "Quieter",
  keyStar: "Favorite", keyPlaying: "Now playing", keyQueue: "Queue", keySearch: "Search", keyHelp: "Keyboard shortcuts",
};

/** The names in expressions, for completion. */
export const properties = [
  "title", "artist", "album", "albumArtist", "composer", "genre", "year", "releaseDate", "originalDate", "track", "disc", "duration", "added",
  "rating", "isFavorite", "playCount", "skipCount", "lastPlayedDate", "bookmarkTime", "bitRate", "sampleRate", "bitDepth", "channelCount", "codec",
  "container", "fileSize", "path", "isCompilation", "isExplicit", "mediaType", "show", "season", "episode", "podcastTitle", "beatsPerMinute",
  "comments", "lyrics", "userGrouping", "conductor", "performer", "lyricist", "writer", "arranger", "remixer", "producer", "engineer", "mixer", "djmixer",
  "director", "narrator", "credit", "ensemble", "work", "opus", "movement", "movementNumber", "label", "catalogNumber", "barcode", "media", "releaseType", "releaseStatus",
  "releaseCountry", "language", "mood", "key", "energy", "encoder", "tag", "inPlaylist",
];
