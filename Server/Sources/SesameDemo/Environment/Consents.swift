import SesameWire

/// The apps that each user has authorized at Apple, which provides the user's name only at the first authorization.
final class Consents: Sendable {
    private struct Consent: Hashable {
        let person: Person
        let app: String
    }

    private let given = Locked(Set<Consent>())
    private let sheets = Locked(0)

    /// The number of times that Apple's sign-in sheet was shown, to any user of any app.
    var sheetCount: Int { sheets.withLock(\.self) }

    /// Records that Apple's sheet was shown and that the user consented; returns true if it is the user's first consent
    /// for the app.
    func agree(_ person: Person, to app: String) -> Bool {
        sheets.withLock { $0 += 1 }
        return given.withLock { $0.insert(Consent(person: person, app: app)).inserted }
    }
}
