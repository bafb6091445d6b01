import SesameWire

/// The users' consents to apps at Apple, which provides a name only at the first consent.
final class Consents: Sendable {
    private struct Consent: Hashable {
        let person: Person
        let app: String
    }

    private let given = Locked(Set<Consent>())
    private let sheets = Locked(0)

    /// The number of sheets shown.
    var sheetCount: Int { sheets.withLock(\.self) }

    /// Shows the sheet and gives the user's consent; returns true if it is their first consent for the app.
    func agree(_ person: Person, to app: String) -> Bool {
        sheets.withLock { $0 += 1 }
        return given.withLock { $0.insert(Consent(person: person, app: app)).inserted }
    }
}
