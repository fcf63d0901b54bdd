internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

// New files belong to the scan that found them until they have been compared with those that went.

extension FileStore {
    /// Files that change in one transaction: few enough that no other writer waits long.
    private static let filesPerTransaction = 20_000

    /// Gives a scan the new files of a root that scans before it have left, because they were killed. Writes nothing
    /// where there are none.
    package func takeOver(newFilesOf root: MediaRootID, by scan: ScanID) throws {
        let left: SQL = """
            SELECT id FROM files WHERE scan_id IS NOT NULL AND scan_id <> \(scan.rawValue)
                AND (SELECT root_id FROM folders WHERE folders.id = folder_id) = \(root.rawValue)
            """
        while try read({ try Int64.fetchOne($0, literal: left) }) != nil {
            try write {
                try $0.execute(
                    literal: """
                        UPDATE files SET scan_id = \(scan.rawValue)
                        WHERE id IN (\(left) LIMIT \(Self.filesPerTransaction))
                        """)
            }
        }
    }

    /// Notes that the numbers of the devices of some files are those of others now.
    package func forgetDevices(of files: [Int64]) throws {
        for files in files.chunks(of: Self.filesPerTransaction) {
            try write {
                try $0.execute(
                    literal:
                        "UPDATE files SET device = \(Self.unknownDevice) WHERE id IN \(.ids(files))"
                )
            }
        }
    }

    /// The number of no device.
    private static let unknownDevice = -1

    /// Settles the files of a scan: they have been compared. Files that a scan killed here leaves, the next one of
    /// the root compares again.
    func settleFiles(of scan: ScanID) throws {
        let unsettled: SQL = "SELECT id FROM files WHERE scan_id = \(scan.rawValue)"
        while try read({ try Int64.fetchOne($0, literal: unsettled) }) != nil {
            try write {
                try $0.execute(
                    literal: """
                        UPDATE files SET scan_id = NULL
                        WHERE id IN (\(unsettled) LIMIT \(Self.filesPerTransaction))
                        """)
            }
        }
    }
}
