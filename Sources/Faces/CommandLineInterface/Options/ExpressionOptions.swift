package import ArgumentParser
import Glibc
package import PhonolithMediaModel
package import PhonolithStore
import PhonolithUsers

/// Conditions in the language of expressions.
package struct ExpressionOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Filter by expression; repeat to combine with AND.",
            discussion: """
                For example --where 'year >= 1995 and not (genre contains "remix" or rating < 3)'. Operators: \
                =, !=, <, <=, >, >=, contains, begins, ends, matches, in (…), between … and …, within 30 days, is missing, is exactly; \
                combine them with and, or, not and parentheses. Properties have the names of the JSON keys of an item.
                """,
            valueName: "expression"))
    package var expressions: [String] = []

    package init() {}

    /// The predicates of the expressions.
    ///
    /// - Throws: ``Failure`` that shows the place of the mistake.
    package var predicates: [MediaPredicate] {
        get throws {
            try ListRequest(commandLine: [.condition: expressions], of: .title).predicates
        }
    }

    /// Refuses expressions that ask for playlists that the library does not have.
    ///
    /// - Throws: ``Failure`` that shows the place of the name.
    package func check(with catalog: Catalog) throws {
        for expression in expressions {
            do {
                try MediaPredicate.check(
                    expression, for: catalog.playlists.all().map(\.name))
            } catch let error as ExpressionError {
                throw Failure(error, in: expression)
            }
        }
    }
}

extension Failure {
    /// A mistake in `--where`, with the place marked.
    init(_ error: ExpressionError, in expression: String) {
        let indent = "  "
        let width = (Terminal.width(STDERR_FILENO) ?? 80) - indent.count - 1
        let excerpt = MarkedExcerpt(of: expression, at: error.offset, width: width)
        self.init("--where: \(error)", code: .validationFailure)
        guard !expression.allSatisfy(\.isWhitespace) else { return }
        details = [excerpt.text, excerpt.mark].map { indent + $0 }
    }
}
