import SesameCore

/// The user who chooses a password, with their address and names, which the password must not contain.
struct PasswordOwner: Sendable {
    /// The address, its parts and the names, folded and without symbols, each with at least three characters.
    let words: [[Unicode.Scalar]]

    /// Creates an owner from the known address and names.
    ///
    /// - Parameter profile: The profile. Values of fields whose names end in `name` count as names.
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

    /// Returns true if a password contains one of the words of at least four letters, or is a shorter one with digits
    /// and symbols around it.
    func isNamed(in password: PlainPassword) -> Bool {
        let letters = password.letters
        let cores = CommonPasswords.cores(of: password)
        return words.contains { word in
            word.count >= Self.minLetters && letters.contains(word) || cores.contains { $0.elementsEqual(word) }
        }
    }

    private static let minLetters = 4

    /// Returns the whole text, and its parts between digits and symbols.
    private static func parts(of text: String) -> [[Unicode.Scalar]] {
        let plain = PlainPassword(text)
        return [plain.letters]
            + plain.characters.split { !$0.properties.isAlphabetic }.map { PlainPassword($0).letters }
    }
}
