import SesameCore

/// The address and names of the user who chooses a password; the password must not contain them.
struct PasswordOwner: Sendable {
    /// The address, its parts and the names, folded and without symbols, each with at least three characters.
    let words: [[Unicode.Scalar]]

    /// Creates an owner from the known address and names.
    ///
    /// - Parameter profile: The profile fields. A text in a field whose name ends in `name` counts as a name.
    init(_ email: EmailAddress?, names: [String?] = [], profile: JSONObject = [:]) {
        var texts = names.compactMap { $0 }
        for member in profile.members where member.name.lowercased().hasSuffix("name") {
            if let name = member.value.string { texts.append(name) }
        }
        var words: [[Unicode.Scalar]] = []
        if let email {
            words.append(PlainPassword(email.description).letters)
            texts.append(String(email.localPart))
            // The top-level domain does not count as a name.
            let domain = email.description.dropFirst(email.localPart.count + 1)
            texts += domain.split(separator: ".").dropLast().map(String.init)
        }
        self.words = (words + texts.flatMap(Self.parts)).filter { $0.count >= 3 }
    }

    /// Returns true if a password contains one of the words with at least four letters, or consists of a shorter word
    /// with at most five digits and symbols around it.
    func isNamed(in password: PlainPassword) -> Bool {
        let letters = password.letters
        let cores = CommonPasswords.cores(of: password)
        return words.contains { word in
            word.count >= Self.minLetters && letters.contains(word) || cores.contains { $0.elementsEqual(word) }
        }
    }

    private static let minLetters = 4

    /// Returns the folded text without symbols, and each of its runs of letters.
    private static func parts(of text: String) -> [[Unicode.Scalar]] {
        let plain = PlainPassword(text)
        return [plain.letters]
            + plain.characters.split { !$0.properties.isAlphabetic }.map { PlainPassword($0).letters }
    }
}
