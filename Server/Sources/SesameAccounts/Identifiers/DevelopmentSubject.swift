/// The provider's id of a person whom a development provider beside the vendor vouches for.
///
/// It has a mark that no vendor's ids have, so such a person is never one whom the vendor knows, although both may have one
/// id.
enum DevelopmentSubject {
    private static let mark = "development:"

    /// Returns true for such an id.
    static func isOne(_ subject: String) -> Bool { subject.hasPrefix(mark) }

    /// The mark that such an id begins with; empty for others.
    static func mark(of subject: String) -> String { isOne(subject) ? mark : "" }

    /// Returns the id under which a person is kept whom a development provider knows under `subject`.
    static func marked(_ subject: String) -> String { mark + subject }
}
