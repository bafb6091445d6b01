import SesameWire

/// The only database of a project, `(default)`.
struct DatabaseName: Sendable {
    let project: String

    static let standard = "(default)"

    /// The prefix of documents' full names.
    var prefix: String { "projects/\(project)/databases/\(Self.standard)/documents" }
}

/// A document's path relative to its database: alternating collections and ids.
struct DocumentName: Sendable {
    /// The name of the only collection, which has one document per user: the profile.
    static let users = "users"

    let segments: [String]

    /// Parses a path below `documents`; nil if the path names a collection or has an empty segment.
    init?(path: String) {
        segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard segments.count.isMultiple(of: 2), !segments.contains("") else { return nil }
    }

    /// Parses a full name, `projects/{project}/databases/(default)/documents/…`. Throws if the name belongs to another
    /// database, names a collection or has an empty segment.
    init(parsing name: String, in database: DatabaseName) throws(RPCError) {
        let prefix = database.prefix + "/"
        guard name.utf8.starts(with: prefix.utf8) else {
            throw .invalid("a document name must begin with \(database.prefix)/")
        }
        guard let relative = DocumentName(path: String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
        else { throw .invalid("a document name must consist of pairs of a collection and an ID") }
        self = relative
    }

    /// The user id if the document is a profile; nil otherwise.
    var user: String? {
        segments.count == 2 && segments[0].hasSameBytes(as: Self.users) ? segments[1] : nil
    }

    /// Returns the document's full name, `projects/{project}/databases/(default)/documents/…`.
    func text(in database: DatabaseName) -> String {
        "\(database.prefix)/\(segments.joined(separator: "/"))"
    }
}
