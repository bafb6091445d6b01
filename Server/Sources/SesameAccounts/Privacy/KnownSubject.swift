/// The forms under which a provider's id of one person may be kept: in most apps that id itself.
struct KnownSubject: Sendable, Equatable, Codable {
    /// The form in which it is kept from now on.
    let current: String
    /// Forms in which it may have been kept before, the likeliest first.
    let earlier: [String]

    init(_ current: String, earlier: [String] = []) {
        self.current = current
        self.earlier = earlier
    }
}

extension StorageReader {
    /// The identity that is kept under any of the forms.
    func identity(_ provider: Provider, _ subject: KnownSubject, in app: AppID) throws(StorageError) -> Identity? {
        for form in [subject.current] + subject.earlier {
            if let identity = try identity(provider, subject: form, in: app) { return identity }
        }
        return nil
    }
}
