import SesameAccounts

extension StorageConformance {
    static let secondFactorCases: [StorageConformanceCase] = [
        StorageConformanceCase("a second factor keeps every field and belongs to one account of one app") {
            storage, sample in
            try await storage.add(sample.account(), sample.account("other"), sample.account(in: sample.two))
            let (totp, phone) = (try sample.factor("1"), try sample.factor("2", number: "+33612345678", at: 2))
            let theirs = try sample.factor("1", in: sample.two, number: "+33612345678")
            try await storage.add(phone, totp, theirs)
            try expect(try await storage.factors(of: "account", in: sample.one), is: [totp, phone], "oldest first")
            try expect(try await storage.factors(of: "account", in: sample.two), is: [theirs], "the other app's")
            try expect(try await storage.factors(of: "other", in: sample.one), is: [], "another account's")
            try await storage.expectConflict(adding: try sample.factor("1", of: "nobody"), what: "nobody's")
        },
        StorageConformanceCase("storing a second factor again replaces it, and deleting it keeps the other factors") {
            storage, sample in
            try await storage.add(sample.account())
            let (totp, phone) = (try sample.factor("1"), try sample.factor("2", number: "+33612345678", at: 2))
            var used = totp
            used.credential = .totp(sealed: [9], lastStep: 1 << 40)
            try await storage.add(totp, phone)
            try await storage.add(used)
            try expect(try await storage.factors(of: "account", in: sample.one), is: [used, phone], "after a use")
            try await storage.write { [used] transaction throws(StorageError) in try transaction.delete(used) }
            try expect(try await storage.factors(of: "account", in: sample.one), is: [phone], "the remaining factor")
        },
        StorageConformanceCase("recovery codes replace earlier ones, and deleting them keeps those of other apps") {
            storage, sample in
            try await storage.add(sample.account(), sample.account(in: sample.two))
            try expect(try await storage.recoveryCodes(of: "account", in: sample.one), is: nil, "none")
            let (codes, theirs) = (sample.recoveryCodes(3), sample.recoveryCodes(2, in: sample.two))
            try await storage.add(codes, theirs)
            try expect(try await storage.recoveryCodes(of: "account", in: sample.one), is: codes, "the codes")
            let used = sample.recoveryCodes(0)
            try await storage.add(used)
            try expect(try await storage.recoveryCodes(of: "account", in: sample.one), is: used, "with all codes used")
            try await storage.write { transaction throws(StorageError) in
                try transaction.deleteRecoveryCodes(of: used.account, in: sample.one)
            }
            try expect(try await storage.recoveryCodes(of: "account", in: sample.one), is: nil, "the deleted codes")
            try expect(try await storage.recoveryCodes(of: "account", in: sample.two), is: theirs, "the other app's")
            try await storage.expectConflict(adding: sample.recoveryCodes(1, of: "nobody"), what: "nobody's")
        },
        StorageConformanceCase("second factors and recovery codes are deleted with their account, never moved") {
            storage, sample in
            try await storage.add(
                sample.account(), sample.account("other"), try sample.factor("1"), sample.recoveryCodes(1))
            try await storage.write { transaction throws(StorageError) in
                try transaction.move(AccountID("account"), to: AccountID("other"), in: sample.one)
            }
            try expect(try await storage.factors(of: "other", in: sample.one), is: [], "the other account's")
            try await storage.delete(AccountID("account"), in: sample.one)
            try await storage.add(sample.account())
            try expect(try await storage.factors(of: "account", in: sample.one), is: [], "the factor")
            try expect(try await storage.recoveryCodes(of: "account", in: sample.one), is: nil, "the codes")
        },
        StorageConformanceCase("a session counts as a sign-in only after its second factor") { storage, sample in
            try await storage.add(sample.account())
            var session = sample.session(at: 50)
            session.secondFactor = .pending
            try await storage.add(session)
            try expect(try await storage.session("session"), is: session, "the session")
            let before = try await storage.account("account", in: sample.one)
            try expect(before?.lastSignInAt, is: StorageFixture.time(1), "the last sign-in")
            for shown in [
                VerifiedFactor(kind: .totp, id: "1"), VerifiedFactor(kind: .phone, id: StorageFixture.oddText),
                VerifiedFactor(kind: .recoveryCode, id: nil),
            ] {
                session.secondFactor = .verified(shown)
                try await storage.write { [session] transaction throws(StorageError) in try transaction.update(session)
                }
                try expect(try await storage.session("session"), is: session, "the session with \(shown.kind)")
            }
            let after = try await storage.account("account", in: sample.one)
            try expect(after?.lastSignInAt, is: StorageFixture.time(50), "the last sign-in after the factor")
        },
    ]
}

extension StorageFixture {
    /// Returns a factor: a phone if there is a number, otherwise an authenticator app.
    func factor(
        _ id: String, of account: String = "account", in app: AppID? = nil, number: String? = nil,
        at seconds: Double = 0
    ) throws(StorageConformanceFailure) -> SecondFactor {
        var means = SecondFactor.Credential.totp(sealed: [1, 0, 0xFF], lastStep: 59_666_666)
        if let number {
            guard let number = PhoneNumber(number) else { throw StorageConformanceFailure("no number") }
            means = .phone(number)
        }
        return SecondFactor(
            id: id, app: app ?? one, account: AccountID(account), displayName: number == nil ? Self.oddText : nil,
            enrolledAt: Self.time(seconds), credential: means)
    }

    func recoveryCodes(_ count: Int, of account: String = "account", in app: AppID? = nil) -> RecoveryCodes {
        RecoveryCodes(
            app: app ?? one, account: AccountID(account), digests: (0..<count).map(Self.digest),
            createdAt: Self.time(4), session: count.isMultiple(of: 2) ? nil : SessionID("made"))
    }
}

extension Storage {
    fileprivate func factors(of account: String, in app: AppID) async throws(StorageError) -> [SecondFactor] {
        try await read { reader throws(StorageError) in try reader.secondFactors(of: AccountID(account), in: app) }
    }

    fileprivate func recoveryCodes(of account: String, in app: AppID) async throws(StorageError) -> RecoveryCodes? {
        try await read { reader throws(StorageError) in try reader.recoveryCodes(of: AccountID(account), in: app) }
    }

    fileprivate func session(_ id: String) async throws(StorageError) -> Session? {
        try await read { reader throws(StorageError) in try reader.session(SessionID(id)) }
    }

    fileprivate func account(_ id: String, in app: AppID) async throws(StorageError) -> Account? {
        try await read { reader throws(StorageError) in try reader.account(AccountID(id), in: app) }
    }
}
