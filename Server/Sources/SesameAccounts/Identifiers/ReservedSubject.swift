/// User ids that cannot come from a provider, because this server creates them: placeholders for imported users who
/// have not signed in yet, and the stored ids of development providers' users. A token with such an id is refused.
enum ReservedSubject {
    /// The prefix of a placeholder id that contains an email address.
    static let awaitedMark = "email:"

    /// Returns true if the id is a placeholder with an email address, or belongs to a development provider's user.
    static func isOne(_ subject: String) -> Bool {
        subject.utf8.starts(with: awaitedMark.utf8) || DevelopmentSubject.isOne(subject)
    }
}
