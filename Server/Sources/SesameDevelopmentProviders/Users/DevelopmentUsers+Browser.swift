import SesameWire

extension DevelopmentUsers {
    /// An account that a developer added on the consent page, or a Test User that the page generated.
    struct Account: Sendable, Hashable {
        let email: String
        let name: String?
    }

    /// The number of Test Users that the consent page always offers.
    static let offeredCount = 5
    private static let keptAccounts = 8

    /// The latest accounts added on the consent page, newest first.
    var accounts: [Account] {
        known.withLock(\.accounts)
    }

    /// Returns the next Test User that the consent page has not offered yet. The page offers that user from then on.
    func generate(team: String) throws(ProviderError) -> DevelopmentUser {
        let number = known.withLock { known in
            known.generated += 1
            return Self.offeredCount + known.generated
        }
        let person = try testUser(number, team: team)
        offer(Account(email: Self.ownAddress(of: number), name: nil))
        return person
    }

    /// Returns the user with the account's email address, under the name that was entered last. The name of a Test User
    /// cannot be changed.
    func person(_ account: Account, team: String) throws(ProviderError) -> DevelopmentUser {
        if let number = Self.number(inTestAddress: account.email),
            Self.ownAddress(of: number).hasSameBytes(as: account.email), 1...SubjectGenerator.maxNumber ~= number
        {
            return try testUser(number, team: team)
        }
        let before = accounts.first { $0.email.hasSameBytes(as: account.email) }
        var person = person(email: account.email, team: team)
        if let name = account.name ?? before?.name {
            person.typedName = name
            remember(person, team: team)
        }
        return person
    }

    /// Returns the user as Apple shows them to a team: with a relay address if `hides` is true, with the real address
    /// otherwise.
    func person(_ person: DevelopmentUser, hidingEmail hides: Bool, team: String) -> DevelopmentUser {
        guard person.hidesEmail != hides else { return person }
        var person = person
        person.setEmail(
            hides
                ? Self.relayAddress(of: person.subject, team: team)
                : Self.ownAddress(of: person.number))
        return person
    }

    /// Adds an account to the consent page, before the accounts added earlier. The page keeps the latest eight.
    func offer(_ account: Account) {
        known.withLock { known in
            known.accounts.removeAll { $0.email.hasSameBytes(as: account.email) }
            known.accounts.insert(account, at: 0)
            known.accounts = Array(known.accounts.prefix(Self.keptAccounts))
        }
    }
}
