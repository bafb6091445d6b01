/// Ids of people that no provider gives, because they stand for something else here: for somebody who is awaited, or for
/// whom a development provider knows. A token with such an id is refused.
enum ReservedSubject {
    /// The beginning of an id that stands for an address whose person is awaited.
    static let awaitedMark = "email:"

    /// Returns true for such an id.
    static func isOne(_ subject: String) -> Bool {
        subject.utf8.starts(with: awaitedMark.utf8) || DevelopmentSubject.isOne(subject)
    }
}
