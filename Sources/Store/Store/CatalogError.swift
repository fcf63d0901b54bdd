public import PhonolithMediaModel

/// Why a library cannot be used as asked. The description is one line for the user: what, why, and what
/// to do.
public struct CatalogError: PhonolithError {
    /// The kind of error, to be matched.
    public var code: Code
    /// The library's file.
    public var path: String
    /// The library's file or address.
    public var subject: String { path }
    /// The message of the database or the system, if it says more than the code.
    public var detail: String?
    /// Whether the file is a backup, and not the library.
    package var isBackup = false
    /// Whether an argument names the library, and not `--library`.
    package var isNamedByArgument = false

    /// Makes an error.
    public init(_ code: Code, path: String, detail: String? = nil) {
        self.code = code
        self.path = ServerAddress.shown(path)
        self.detail = detail
    }

    /// A way to fail.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The ways to fail.
        /// The file does not exist.
        public static let noLibrary = Code(rawValue: "noLibrary")
        /// The file is not an SQLite database.
        public static let notADatabase = Code(rawValue: "notADatabase")
        /// SQLite finds the database damaged.
        public static let damaged = Code(rawValue: "damaged")
        /// The file is a database of another program.
        public static let foreignDatabase = Code(rawValue: "foreignDatabase")
        /// A later version of Phonolith has changed the library's schema.
        public static let newerVersion = Code(rawValue: "newerVersion")
        /// Another version of Phonolith made the library, with a schema that this one does not know.
        public static let otherSchema = Code(rawValue: "otherSchema")
        /// The file or its folder cannot be written.
        public static let readOnly = Code(rawValue: "readOnly")
        /// The role on the server may not read the library.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The disk is full.
        public static let diskFull = Code(rawValue: "diskFull")
        /// The file or its folder may not be opened.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        /// The address of a server is none that libpq takes.
        public static let invalidAddress = Code(rawValue: "invalidAddress")
        /// A database on a server cannot hold all texts, because its encoding is not UTF-8.
        public static let otherEncoding = Code(rawValue: "otherEncoding")
        /// Another process is writing and did not end in time.
        public static let busy = Code(rawValue: "busy")
        /// The root that is scanned was removed or moved while it was.
        public static let rootRemoved = Code(rawValue: "rootRemoved")
        /// Smart playlists that name each other come to more conditions than a query may have.
        public static let tooManyConditions = Code(rawValue: "tooManyConditions")
        /// A regular expression takes too long to look for.
        public static let slowPattern = Code(rawValue: "slowPattern")
        /// A page token is of another list or order.
        public static let otherList = Code(rawValue: "otherList")
        /// A name contains control characters, or characters that change the direction of text.
        public static let unreadableName = Code(rawValue: "unreadableName")
        /// A name or a path is longer than PostgreSQL's indexes take.
        public static let valueTooLong = Code(rawValue: "valueTooLong")
        /// The server ended a query, because of its time limit or at an administrator's request.
        public static let stopped = Code(rawValue: "stopped")
        /// A replica ended a query, because the library was changed meanwhile.
        public static let overtaken = Code(rawValue: "overtaken")
        /// A pooler before the server gives each transaction another connection.
        public static let pooled = Code(rawValue: "pooled")
        /// A backup is to replace a library on a server.
        public static let restoresFilesOnly = Code(rawValue: "restoresFilesOnly")
        /// The file was moved or replaced while it was in use.
        public static let replaced = Code(rawValue: "replaced")
        /// Anything else that the database reports.
        public static let failed = Code(rawValue: "failed")
    }

    /// Whether what was asked is at fault, and not the library.
    package var isOfQuestion: Bool {
        switch code {
        case .slowPattern, .tooManyConditions, .otherList, .unreadableName: true
        default: false
        }
    }

    /// Whether the library is on a server, and no file.
    private var isOnServer: Bool { ServerAddress(path) != nil }

    /// One line, without a full stop.
    public var description: String {
        let because = detail.map { " (\($0))" } ?? ""
        return switch code {
        case .noLibrary where isBackup: "\(path): there is no such backup\(because)"
        case .notADatabase where isBackup, .foreignDatabase where isBackup:
            "\(path): is not a backup\(because); choose another file"
        case .damaged where isBackup:
            "\(path): the backup is damaged\(because); choose another file"
        case .failed where isBackup:
            "\(path): the backup cannot be used\(because); check its disk, or choose another file"
        case .noLibrary where isNamedByArgument:
            "\(path): no library found\(because); check the path"
        case .noLibrary:
            "\(path): no library found; create one with: phonolith scan FOLDER"
        case .notADatabase where isNamedByArgument:
            "\(path): is not a library\(because); choose another file"
        case .notADatabase:
            "\(path): is not a library\(because);"
                + " choose another file with --library"
        case .damaged:
            "\(path): the library is damaged\(because); restore a backup"
        case .foreignDatabase where isOnServer:
            "\(path): is a database of another program; choose an empty one"
        case .foreignDatabase where isNamedByArgument:
            "\(path): is a database of another program; choose another file"
        case .foreignDatabase:
            "\(path): is a database of another program; choose another file with --library"
        case .newerVersion:
            "\(path): was made by a newer version of phonolith\(because); update phonolith to open it"
        case .otherSchema:
            "\(path): was made by another version of phonolith, whose libraries this one cannot open;"
                + " save your data with export-user-data of that version, scan into a new library,"
                + " and run import-user-data"
        case .readOnly where isOnServer:
            "\(path): cannot be written\(because); give its role the right to, or connect to the server that may be written"
        case .unreadable:
            "\(path): cannot be read\(because); give its role the right SELECT on all tables and sequences"
        case .cannotOpen where isOnServer:
            "\(path): cannot be reached\(because); check the address, and that the server runs and lets you in"
        case .invalidAddress:
            "\(path): is not a valid address\(because); in names and passwords of a URL, write @ as %40, : as %3A, / as"
                + " %2F, ? as %3F, # as %23 and % as %25"
        case .otherEncoding:
            "\(path): cannot hold a library\(because); make a database for it with createdb --encoding UTF8 --template"
                + " template0"
        case .pooled:
            "\(path): its pooler gives each transaction another connection; set pool_mode = session for it"
        case .diskFull where isOnServer:
            "\(path): the server has no space left\(because); free some there and run the command again"
        case .readOnly:
            "\(path): cannot be written\(because); check the permissions of the file and its folder"
        case .diskFull:
            "\(path): the disk is full; free space and run the command again"
        case .cannotOpen:
            "\(path): cannot be opened\(because); check the path and its permissions"
        case .busy:
            "\(path): another program is writing to the library; try again when it has finished"
        case .rootRemoved:
            "\(path): the folder\(because) was removed from the library during the scan; scan it again to"
                + " restore it"
        case .slowPattern:
            "the regular expression\(because) takes too long, because it can match in too many ways; avoid"
                + " nested repetitions"
        case .tooManyConditions:
            "the rule of a smart playlist\(because) has too many conditions, including those of the playlists"
                + " it refers to; refer to fewer playlists"
        case .otherList:
            "the page token is of another list or order; repeat the request that it comes from, with the same"
                + " sort keys"
        case .unreadableName:
            "\(detail ?? "it"): contains line ends, control characters or characters that change the direction of"
                + " text; choose another name"
        case .valueTooLong:
            "\(path): a name or a path is too long for its database\(because); shorten it"
        case .stopped:
            "\(path): the server has stopped the query\(because); ask for less at a time, or raise statement_timeout there"
        case .overtaken:
            "\(path): was changed while a replica read it\(because); try again, or raise max_standby_streaming_delay"
                + " on the replica"
        case .restoresFilesOnly:
            "\(path): is on a server; copy the backup into an empty database with phonolith copy-library"
        case .replaced:
            "\(path): the library was moved or replaced; nothing more is written to it; start this again with the library that"
                + " is to be used"
        case .failed where isNamedByArgument:
            "\(path): the library cannot be used\(because); run phonolith check --library \(path)"
        default:
            "\(path): the library cannot be used\(because); run phonolith check"
        }
    }
}
