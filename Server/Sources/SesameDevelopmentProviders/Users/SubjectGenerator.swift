/// A generator of subjects in the vendors' formats. A subject contains the user's number, so that Test Users need no
/// table.
enum SubjectGenerator {
    /// The highest number of a Test User.
    static let maxNumber = 999_999

    /// Returns the subject of the Test User with the given number. At Apple, the subject depends on the team.
    static func subject(of number: Int, at provider: ProviderKind, team: String) -> String {
        switch provider {
        case .google: google(number: digits(number), key: "user \(number)")
        case .apple: apple(number: digits(number), key: "user \(number)", team: team)
        }
    }

    /// Returns the subject of a user with the given email address who is not a Test User. At Apple, the subject depends
    /// on the team.
    static func subject(ofEmail email: String, at provider: ProviderKind, team: String) -> String {
        let number = DeterministicGenerator("number", email).digits(6)
        return switch provider {
        case .google: google(number: number, key: "email \(email)")
        case .apple: apple(number: number, key: "email \(email)", team: team)
        }
    }

    /// Returns the number of the Test User with the given subject; nil if the subject is not a Test User's.
    static func number(of subject: String, at provider: ProviderKind, team: String) -> Int? {
        let digits: Substring.UTF8View =
            switch provider {
            case .google: subject.utf8.suffix(6)
            case .apple: subject.utf8.prefix(6)
            }
        guard let number = Int(String(decoding: digits, as: UTF8.self)), number > 0,
            subject.utf8.elementsEqual(Self.subject(of: number, at: provider, team: team).utf8)
        else { return nil }
        return number
    }

    /// Returns a subject of 21 digits, as at Google: `10`, 13 digits of a digest, and the six-digit number.
    private static func google(number: String, key: String) -> String {
        "10" + DeterministicGenerator("google", key).digits(13) + number
    }

    /// Returns a subject in Apple's format, such as `000001.…32 hexadecimal digits….0433`.
    private static func apple(number: String, key: String, team: String) -> String {
        let digest = DeterministicGenerator("apple", team, key)
        return "\(number).\(digest.hexadecimal).\(DeterministicGenerator("time", team, key).digits(4))"
    }

    private static func digits(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 6 - text.utf8.count)) + text
    }
}
