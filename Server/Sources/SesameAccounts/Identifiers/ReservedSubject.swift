/// User ids that cannot come from a provider, because this server uses them as placeholders: for an imported user who
/// has not signed in yet, or for a user of a development provider. A token with such an id is refused.
enum ReservedSubject {
    /// The prefix of a placeholder id that contains an email address.
    static let awaitedMark = "email:"

    /// Returns true if the id is a placeholder with an email address, or belongs to a development provider's user.
    static func isOne(_ subject: String) -> Bool {
        subject.utf8.starts(with: awaitedMark.utf8) || DevelopmentSubject.isOne(subject)
    }
}
