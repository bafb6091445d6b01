import SesameWire

/// Which people have agreed to which apps at Apple: it gives a name at the first consent, and never again.
final class Consents: Sendable {
    private struct Consent: Hashable {
        let person: Person
        let app: String
    }

    private let given = Locked(Set<Consent>())
    private let sheets = Locked(0)

    /// The number of sheets shown.
    var sheetCount: Int { sheets.withLock(\.self) }

    /// Shows the sheet, to which the person agrees; whether it is their first consent.
    func agree(_ person: Person, to app: String) -> Bool {
        sheets.withLock { $0 += 1 }
        return given.withLock { $0.insert(Consent(person: person, app: app)).inserted }
    }
}
