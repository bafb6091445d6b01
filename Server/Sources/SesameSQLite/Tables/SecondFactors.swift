import SesameAccounts

extension SQLiteReading {
    func secondFactors(of account: AccountID, in app: AppID) throws(StorageError) -> [SecondFactor] {
        var row = try connection.prepare(
            """
            SELECT id, kind, display_name, enrolled_at, sealed, last_step, number
            FROM second_factors WHERE app = :app AND account = :account ORDER BY enrolled_at, id
            """)
        row.bind("app", app.description)
        row.bind("account", account.description)
        var factors: [SecondFactor] = []
        while try row.next() { factors.append(try row.factor(of: account, in: app)) }
        return factors
    }

    func recoveryCodes(of account: AccountID, in app: AppID) throws(StorageError) -> RecoveryCodes? {
        var row = try connection.prepare(
            "SELECT digests, created_at, session FROM recovery_codes WHERE app = :app AND account = :account")
        row.bind("app", app.description)
        row.bind("account", account.description)
        guard try row.next() else { return nil }
        let bytes = row.bytes("digests")
        let digests = stride(from: 0, to: bytes.count, by: 32).map { Array(bytes[$0..<min($0 + 32, bytes.count)]) }
        return RecoveryCodes(
            app: app, account: account, digests: digests, createdAt: row.date("created_at"),
            session: row.optionalText("session").map { SessionID($0) })
    }
}

extension SQLiteTransaction {
    func put(_ factor: SecondFactor) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO second_factors (
                account, app, id, kind, display_name, enrolled_at, sealed, last_step, number)
            VALUES (:account, :app, :id, :kind, :display_name, :enrolled_at, :sealed, :last_step, :number)
            ON CONFLICT (account, app, id) DO UPDATE SET
                kind = excluded.kind, display_name = excluded.display_name, enrolled_at = excluded.enrolled_at,
                sealed = excluded.sealed, last_step = excluded.last_step, number = excluded.number
            """)
        row.bind("account", factor.account.description)
        row.bind("app", factor.app.description)
        row.bind("id", factor.id)
        row.bind("kind", factor.kind.rawValue)
        row.bind("display_name", factor.displayName)
        row.bind("enrolled_at", factor.enrolledAt)
        switch factor.credential {
        case .totp(let sealed, let lastStep):
            row.bind("sealed", sealed)
            row.bind("last_step", lastStep)
            row.bind("number", nil as String?)
        case .phone(let number):
            row.bind("sealed", nil as [UInt8]?)
            row.bind("last_step", nil as Int64?)
            row.bind("number", number.description)
        }
        try row.run()
        traces.hasErased = true
    }

    func delete(_ factor: SecondFactor) throws(StorageError) {
        var row = try connection.prepare(
            "DELETE FROM second_factors WHERE app = :app AND account = :account AND id = :id")
        row.bind("app", factor.app.description)
        row.bind("account", factor.account.description)
        row.bind("id", factor.id)
        try row.run()
        traces.hasErased = true
    }

    func put(_ codes: RecoveryCodes) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO recovery_codes (account, app, digests, created_at, session)
                VALUES (:account, :app, :digests, :created_at, :session)
            ON CONFLICT (account, app) DO UPDATE SET
                digests = excluded.digests, created_at = excluded.created_at, session = excluded.session
            """)
        row.bind("account", codes.account.description)
        row.bind("app", codes.app.description)
        row.bind("digests", codes.digests.flatMap { $0 })
        row.bind("created_at", codes.createdAt)
        row.bind("session", codes.session?.description)
        try row.run()
        traces.hasErased = true
    }

    func deleteRecoveryCodes(of account: AccountID, in app: AppID) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM recovery_codes WHERE app = :app AND account = :account")
        row.bind("app", app.description)
        row.bind("account", account.description)
        try row.run()
        traces.hasErased = true
    }
}

extension Statement {
    fileprivate func factor(of account: AccountID, in app: AppID) throws(StorageError) -> SecondFactor {
        let kind: SecondFactor.Kind = try value("kind")
        let means: SecondFactor.Credential
        switch (kind, PhoneNumber(optionalText("number") ?? "")) {
        case (.totp, _): means = .totp(sealed: bytes("sealed"), lastStep: Int64(integer("last_step")))
        case (.phone, let number?): means = .phone(number)
        case (.phone, nil): throw .corrupt("a phone factor without a valid phone number")
        }
        return SecondFactor(
            id: text("id"), app: app, account: account, displayName: optionalText("display_name"),
            enrolledAt: date("enrolled_at"), credential: means)
    }
}
