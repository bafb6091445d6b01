/// The user id of a development provider that is configured next to the real provider.
///
/// The id begins with a mark that no real provider's ids have, so that such a user is never mistaken for a real one
/// with the same id.
enum DevelopmentSubject {
    private static let mark = "development:"

    /// Returns true if the id has a development provider's mark.
    static func isOne(_ subject: String) -> Bool { subject.hasPrefix(mark) }

    /// Returns the mark at the start of the id; empty for other ids.
    static func mark(of subject: String) -> String { isOne(subject) ? mark : "" }

    /// Returns the id under which a development provider's user `subject` is stored.
    static func marked(_ subject: String) -> String { mark + subject }
}
