import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

struct Credits: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credits",
        abstract: "List conductors, performers, producers and others by role.",
        discussion: """
            Roles: \(MediaCredit.Role.allCases.map(\.rawValue).joined(separator: ", ")).

              phonolith credits --role conductor
              phonolith credits --role producer --genre Jazz --format csv
              phonolith songs --where 'conductor = "Carlos Kleiber"'
            """)
    @Option(help: "Only list names in this role.")
    var role: CreditRole?
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var part: PartOptions
    @OptionGroup var output: ListOutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: .reading)
        let query = MediaQuery(
            filterPredicates: try filter.predicates, isMissing: filter.missing)
        try filter.conditions.check(with: catalog)
        var writer = try output.writer(
            columns: [
                TableColumn("Role", field: "role", minimum: 9),
                TableColumn("Name", field: "name", minimum: 12),
                TableColumn("Items", field: "count", minimum: 1, isRightAligned: true),
            ], fields: ["role", "name", "count"], emptyNote: part.emptyNote("No credits match."))
        for credit in part.part(
            of: try catalog.statistics.credits(in: role?.value, matching: query))
        {
            try writer.write(
                Record([
                    ("role", .text(credit.role.rawValue)), ("name", .text(credit.name)),
                    ("count", .integer(credit.count)),
                ]))
        }
        try writer.finish()
    }
}

/// A role, as the command line names it.
struct CreditRole: ExpressibleByArgument {
    var value: MediaCredit.Role

    init?(argument: String) {
        guard let value = MediaCredit.Role(named: argument) else { return nil }
        self.value = value
    }

    static let allValueStrings = MediaCredit.Role.allCases.map(\.rawValue)
}
