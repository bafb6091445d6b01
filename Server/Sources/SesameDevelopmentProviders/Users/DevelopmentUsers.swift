import SesameWire

/// The users of one development provider.
///
/// A Test User is computed from the number. A user requested by subject, or by an address that is not a Test User's, is
/// stored until the next reset, so that lookups by address and by subject return the same user.
final class DevelopmentUsers: Sendable {
    struct Known {
        var bySubject: [[UInt8]: DevelopmentUser] = [:]
        var byEmail: [[UInt8]: DevelopmentUser] = [:]
        var accounts: [Account] = []
        var generated = 0
    }

    private let provider: ProviderKind
    let known = Locked(Known())

    init(provider: ProviderKind) {
        self.provider = provider
    }

    /// Removes all stored users and the accounts added on the consent page.
    func reset() {
        known.withLock { $0 = Known() }
    }

    /// Returns the user of a mint request as the team sees them. Throws if the number of a Test User is out of range.
    func person(_ choice: MintRequest.Person, team: String) throws(ProviderError) -> DevelopmentUser {
        switch choice {
        case .testUser(let number):
            return try testUser(number, team: team)
        case .known(let subject?, let email?):
            var person = self.person(subject: subject, team: team)
            person.setEmail(email)
            remember(person, team: team)
            return person
        case .known(let subject?, nil):
            let person = person(subject: subject, team: team)
            remember(person, team: team)
            return person
        case .known(nil, let email?):
            return person(email: email, team: team)
        case .known(nil, nil):
            return try testUser(1, team: team)
        }
    }

    /// Returns the Test User with the given number. At Apple, users with an even number hide their email address. At
    /// Google, users whose number is a multiple of 3 have an account in the Workspace domain `example.org`.
    func testUser(_ number: Int, team: String) throws(ProviderError) -> DevelopmentUser {
        guard 1...SubjectGenerator.maxNumber ~= number else {
            throw ProviderError(.invalidRequest, "Test Users are numbered from 1 to \(SubjectGenerator.maxNumber)")
        }
        let subject = SubjectGenerator.subject(of: number, at: provider, team: team)
        var person = DevelopmentUser(number: number, subject: subject, email: "", hidesEmail: false)
        switch provider {
        case .apple where number.isMultiple(of: 2):
            person.setEmail(Self.relayAddress(of: subject, team: team))
        case .google where number.isMultiple(of: 3):
            person.hostedDomain = "example.org"
            person.setEmail("test.user.\(number)@example.org")
        default:
            person.setEmail(Self.ownAddress(of: number))
        }
        return person
    }

    static func ownAddress(of number: Int) -> String {
        "test.user.\(number)@example.com"
    }

    static func relayAddress(of subject: String, team: String) -> String {
        DeterministicGenerator("relay", team, subject).text(10, of: "abcdefghijkmnpqrstuvwxyz23456789") + relayDomain
    }

    // MARK: - People who are not numbered

    private func person(subject: String, team: String) -> DevelopmentUser {
        if let known = known.withLock({ $0.bySubject[key(subject, team)] }) { return known }
        if let number = SubjectGenerator.number(of: subject, at: provider, team: team),
            let person = try? testUser(number, team: team)
        {
            return person
        }
        let number = Self.number(of: subject)
        var person = DevelopmentUser(number: number, subject: subject, email: "", hidesEmail: false)
        person.setEmail("test.user.\(number)@example.net")
        return person
    }

    func person(email: String, team: String) -> DevelopmentUser {
        if let known = known.withLock({ $0.byEmail[key(email.lowercased(), team)] }) { return known }
        if let number = Self.number(inTestAddress: email), let person = try? testUser(number, team: team),
            person.email.hasSameBytes(as: email)
        {
            return person
        }
        let subject = SubjectGenerator.subject(ofEmail: email.lowercased(), at: provider, team: team)
        var person = DevelopmentUser(
            number: Self.number(of: subject), subject: subject, email: "", hidesEmail: false)
        person.setEmail(email)
        remember(person, team: team)
        return person
    }

    func remember(_ person: DevelopmentUser, team: String) {
        known.withLock { known in
            known.bySubject[key(person.subject, team)] = person
            // The first owner of an address keeps it. Two subjects with one address are two users.
            let address = key(person.email.lowercased(), team)
            let holder = known.byEmail[address]?.subject ?? person.subject
            if holder.hasSameBytes(as: person.subject) { known.byEmail[address] = person }
        }
    }

    /// Returns the storage key of a subject or address. Google's users are the same for all teams; Apple's differ for
    /// each team.
    private func key(_ name: String, _ team: String) -> [UInt8] {
        provider == .apple ? Array("\(team) \(name)".utf8) : Array(name.utf8)
    }

    /// Returns a number from 1,000 to 9,999, derived from the subject, for a user who is not a Test User.
    private static func number(of subject: String) -> Int {
        1_000 + DeterministicGenerator("person", subject).number(below: 9_000)
    }

    static func number(inTestAddress email: String) -> Int? {
        let start = "test.user."
        guard email.hasPrefix(start), let end = email.firstIndex(of: "@") else { return nil }
        return Int(email[email.index(email.startIndex, offsetBy: start.count)..<end])
    }

    static let relayDomain = "@privaterelay.appleid.com"
}

extension DevelopmentUser {
    mutating func setEmail(_ address: String) {
        email = address
        hidesEmail = address.hasSuffix(DevelopmentUsers.relayDomain)
    }
}
