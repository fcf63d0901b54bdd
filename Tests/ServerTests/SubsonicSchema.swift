/// The objects of OpenSubsonic's answers: their fields, with the types that JSON has and the places that XML has.
struct SubsonicSchema {
    struct Field {
        /// `text`, `date`, `int`, `number`, `flag`, or the name of an object.
        var type: String
        var isList = false
        var isRequired = false
        var place = Place.usual
    }

    /// Where XML has a single value.
    enum Place {
        /// A value is an attribute, everything else an element.
        case usual
        case content
        case element
    }

    /// The fields by the names of objects and their own.
    static let objects: [String: [String: Field]] = {
        var objects: [String: [String: Field]] = [:]
        var name = ""
        for line in table.split(separator: "\n") {
            var words = line.split(separator: " ")
            if !line.hasPrefix(" ") { name = String(words.removeFirst()) }
            for word in words {
                if word.hasPrefix("<") {
                    objects[name] = objects[String(word.dropFirst())]
                    continue
                }
                let parts = word.split(separator: ":")
                objects[name, default: [:]][String(parts[0])] = Field(of: parts[1])
            }
        }
        return objects
    }()

    /// An object a paragraph: `[…]` is a list, `!` required, `=` the text of the XML element, `+` an element of its own;
    /// `<` has all fields of an object before it. `ListedAlbum` is no object of the protocol: Music Assistant reads the
    /// albums of `getAlbumList` by tags.
    private static let table = """
        Agent id:text! role:text! name:text
        AlbumID3 id:text! name:text! version:text artist:text artistId:text coverArt:text songCount:int! duration:int!
            playCount:int created:date! starred:date year:int genre:text played:date userRating:int
            recordLabels:[RecordLabel] musicBrainzId:text genres:[ItemGenre] artists:[ArtistID3] displayArtist:text
            releaseTypes:[text] moods:[text] sortName:text originalReleaseDate:ItemDate releaseDate:ItemDate
            isCompilation:flag explicitStatus:text discTitles:[DiscTitle]
        AlbumID3WithSongs <AlbumID3 song:[Child]!
        AlbumInfo notes:+text musicBrainzId:+text lastFmUrl:+text smallImageUrl:+text mediumImageUrl:+text
            largeImageUrl:+text
        AlbumList album:[ListedAlbum]
        AlbumList2 album:[AlbumID3]
        Artist id:text! name:text! artistImageUrl:text starred:date userRating:int averageRating:number
        ArtistID3 id:text! name:text! coverArt:text artistImageUrl:text albumCount:int starred:date musicBrainzId:text
            sortName:text disambiguation:text roles:[text]
        ArtistInfo biography:+text musicBrainzId:+text lastFmUrl:+text smallImageUrl:+text mediumImageUrl:+text
            largeImageUrl:+text similarArtist:[Artist]
        ArtistInfo2 biography:+text musicBrainzId:+text lastFmUrl:+text smallImageUrl:+text mediumImageUrl:+text
            largeImageUrl:+text similarArtist:[ArtistID3]
        ArtistWithAlbumsID3 <ArtistID3 album:[AlbumID3]!
        ArtistsID3 ignoredArticles:text index:[IndexID3]
        Bookmark position:int! username:text! comment:text created:date! changed:date! entry:Child!
        Bookmarks bookmark:[Bookmark]
        ChatMessage username:text! time:int! message:text!
        ChatMessages chatMessage:[ChatMessage]
        Child id:text! parent:text isDir:flag! title:text! album:text artist:text track:int year:int genre:text
            coverArt:text size:int contentType:text suffix:text transcodedContentType:text transcodedSuffix:text
            duration:int bitRate:int bitDepth:int samplingRate:int channelCount:int path:text isVideo:flag
            userRating:int averageRating:number playCount:int discNumber:int created:date starred:date albumId:text
            artistId:text type:text mediaType:text bookmarkPosition:int originalWidth:int originalHeight:int
            played:date bpm:int comment:text sortName:text musicBrainzId:text isrc:[text] genres:[ItemGenre]
            artists:[ArtistID3] displayArtist:text albumArtists:[ArtistID3] displayAlbumArtist:text
            contributors:[Contributor] displayComposer:text moods:[text] replayGain:ReplayGain explicitStatus:text
            works:[Work] movements:[Movement] groupings:[text]
        Contributor role:text! subRole:text artist:ArtistID3!
        Cue start:int! end:int byteStart:int! byteEnd:int! value:=text!
        CueLine index:int! start:int end:int value:text! agentId:text cue:[Cue]!
        Directory id:text! parent:text name:text! starred:date userRating:int averageRating:number playCount:int
            child:[Child]
        DiscTitle disc:int! title:text! coverArt:text
        Error code:int! message:text helpUrl:text
        Genre value:=text! songCount:int! albumCount:int!
        Genres genre:[Genre]
        Index name:text! artist:[Artist]
        IndexID3 name:text! artist:[ArtistID3]
        Indexes ignoredArticles:text! lastModified:int! shortcut:[Artist] child:[Child] index:[Index]
        InternetRadioStation id:text! name:text! streamUrl:text! homePageUrl:text coverArt:text
        InternetRadioStations internetRadioStation:[InternetRadioStation]
        ItemDate year:int month:int day:int
        ItemGenre name:text!
        JukeboxStatus currentIndex:int! playing:flag! position:int gain:number!
        License valid:flag! email:text licenseExpires:date trialExpires:date
        Line value:=text! start:number
        Lyrics value:=text! artist:text title:text
        LyricsList structuredLyrics:[StructuredLyrics]
        Movement name:text! number:int count:int
        MusicFolder id:int! name:text
        MusicFolders musicFolder:[MusicFolder]
        NewestPodcasts episode:[PodcastEpisode]
        NowPlaying entry:[NowPlayingEntry]!
        NowPlayingEntry <Child username:text! minutesAgo:int! playerId:int! playerName:text state:text positionMs:int
            playbackRate:number
        OpenSubsonicExtension name:text! versions:[int]!
        PlayQueue current:text position:int username:text! changed:date! changedBy:text! entry:[Child]
        PlayQueueByIndex currentIndex:int position:int username:text! changed:date! changedBy:text! entry:[Child]
        Playlist id:text! name:text! comment:text owner:text public:flag songCount:int! duration:int! created:date!
            changed:date! coverArt:text allowedUser:[text] readonly:flag validUntil:date
        PlaylistWithSongs <Playlist entry:[Child]
        Playlists playlist:[Playlist]
        PodcastChannel id:text! url:text! title:text description:text coverArt:text originalImageUrl:text status:text!
            errorMessage:text episode:[PodcastEpisode]
        PodcastEpisode <Child streamId:text channelId:text! description:text status:text! publishDate:date
        Podcasts channel:[PodcastChannel]
        RecordLabel name:text!
        ReplayGain trackGain:number albumGain:number trackPeak:number albumPeak:number baseGain:number
            fallbackGain:number
        ScanStatus scanning:flag! count:int
        SearchResult2 artist:[Artist] album:[Child] song:[Child]
        SearchResult3 artist:[ArtistID3] album:[AlbumID3] song:[Child]
        Share id:text! url:text! description:text username:text! created:date! expires:date lastVisited:date
            visitCount:int! entry:[Child]
        Shares share:[Share]
        SimilarSongs song:[Child]
        SimilarSongs2 song:[Child]
        Songs song:[Child]
        Starred artist:[Artist] album:[Child] song:[Child]
        Starred2 artist:[ArtistID3] album:[AlbumID3] song:[Child]
        StreamDetails protocol:text! container:text! codec:text! audioChannels:int audioBitrate:int audioProfile:text
            audioSamplerate:int audioBitdepth:int
        StructuredLyrics lang:text! synced:flag! line:[Line]! displayArtist:text displayTitle:text offset:number
            kind:text agents:[Agent] cueLine:[CueLine]
        TokenInfo username:text!
        TopSongs song:[Child]
        TranscodeDecision canDirectPlay:flag! canTranscode:flag! transcodeReason:[text] errorReason:text
            transcodeParams:text sourceStream:StreamDetails transcodeStream:StreamDetails
        User username:text! scrobblingEnabled:flag! maxBitRate:int adminRole:flag! settingsRole:flag!
            downloadRole:flag! uploadRole:flag! playlistRole:flag! coverArtRole:flag! commentRole:flag!
            podcastRole:flag! streamRole:flag! jukeboxRole:flag! shareRole:flag! videoConversionRole:flag!
            avatarLastChanged:date folder:[int]
        Users user:[User]
        Work name:text! musicBrainzId:text
        JukeboxPlaylist <JukeboxStatus entry:[Child]
        ListedAlbum <Child name:text! songCount:int!
        VideoInfo id:text! captions:[Captions] audioTrack:[AudioTrack] conversion:[VideoConversion]
        Captions id:text! name:text
        AudioTrack id:text! name:text languageCode:text
        VideoConversion id:text! bitRate:int audioTrackId:int
        Videos video:[Child]
        SearchResult offset:int! totalHits:int! match:[Child]
        Envelope status:text! version:text! type:text! serverVersion:text! openSubsonic:flag!
        """
}

extension SubsonicSchema.Field {
    fileprivate init(of text: Substring) {
        var text = text
        if text.hasPrefix("=") { place = .content }
        if text.hasPrefix("+") { place = .element }
        if place != .usual { text.removeFirst() }
        if text.hasSuffix("!") {
            isRequired = true
            text.removeLast()
        }
        if text.hasPrefix("[") {
            isList = true
            text = text.dropFirst().dropLast()
        }
        type = String(text)
    }
}
