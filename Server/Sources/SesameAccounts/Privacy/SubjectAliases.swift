/// The forms under which a provider's id of a user may be stored: in most apps the id itself.
struct SubjectAliases: Sendable, Hashable, Codable {
    /// The form under which new records are stored.
    let current: String
    /// The forms of older records, the most likely first.
    let earlier: [String]

    init(_ current: String, earlier: [String] = []) {
        self.current = current
        self.earlier = earlier
    }
}

extension StorageReader {
    /// Returns the identity that is stored under any of the forms; nil if there is none.
    func identity(_ provider: Provider, _ subject: SubjectAliases, in app: AppID) throws(StorageError) -> Identity? {
        for form in [subject.current] + subject.earlier {
            if let identity = try identity(provider, subject: form, in: app) { return identity }
        }
        return nil
    }
}
