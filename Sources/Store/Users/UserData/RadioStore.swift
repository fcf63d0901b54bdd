internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

/// A station of internet radio.
package struct RadioStation: Hashable, Sendable, Identifiable {
    package var id: PersistentID<RadioStation>
    package var name: String
    package var streamURL: String
    package var homePageURL: String?

    package init(
        id: PersistentID<RadioStation>, name: String, streamURL: String, homePageURL: String?
    ) {
        self.id = id
        self.name = name
        self.streamURL = streamURL
        self.homePageURL = homePageURL
    }
}

package struct RadioStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var radioStations: RadioStore { RadioStore(catalog: self) }
}

extension RadioStore {
    package func all() throws -> [RadioStation] {
        try read { database in
            try Projection { column in
                RadioStation(
                    id: column("id"), name: column("name"), streamURL: column("stream_url"),
                    homePageURL: column("home_page_url"))
            }.fetchAll(database, from: "radio_stations")
                .sorted { ($0.name.folded, $0.id.rawValue) < ($1.name.folded, $1.id.rawValue) }
        }
    }

    package func add(
        name: String, streamURL: String, homePageURL: String?
    ) throws -> PersistentID<RadioStation> {
        try catalog.refuseUnreadable(name)
        return try write { database in
            PersistentID(
                try database.insertedID(
                    """
                    INSERT INTO radio_stations (name, stream_url, home_page_url)
                    VALUES (\(name), \(streamURL), \(homePageURL))
                    """))
        }
    }

    /// Replaces what is known of a station.
    ///
    /// - Returns: Whether there is one of this id.
    package func update(_ station: RadioStation) throws -> Bool {
        try catalog.refuseUnreadable(station.name)
        return try write { database in
            try database.execute(
                literal: """
                    UPDATE radio_stations SET name = \(station.name),
                    stream_url = \(station.streamURL), home_page_url = \(station.homePageURL)
                    WHERE id = \(station.id.rawValue)
                    """)
            return database.changesCount > 0
        }
    }

    /// Deletes a station.
    ///
    /// - Returns: Whether there was one of this id.
    package func delete(_ id: PersistentID<RadioStation>) throws -> Bool {
        try write { database in
            try database.execute(literal: "DELETE FROM radio_stations WHERE id = \(id.rawValue)")
            return database.changesCount > 0
        }
    }
}
