import SesameAccounts

extension SQLiteReading {
    func secondFactors(of account: AccountID, in app: AppID) throws(StorageError) -> [SecondFactor] {
        var row = try connection.prepare(
            """
            SELECT id, kind, display_name, enrolled_at, sealed, last_step, number
            FROM second_factors WHERE app = ? AND account = ? ORDER BY enrolled_at, id
            """)
        row.bind(app.description)
        row.bind(account.description)
        var factors: [SecondFactor] = []
        while try row.next() { factors.append(try row.factor(of: account, in: app)) }
        return factors
    }

    func recoveryCodes(of account: AccountID, in app: AppID) throws(StorageError) -> RecoveryCodes? {
        var row = try connection.prepare(
            "SELECT digests, created_at, session FROM recovery_codes WHERE app = ? AND account = ?")
        row.bind(app.description)
        row.bind(account.description)
        guard try row.next() else { return nil }
        let bytes = row.bytes(0)
        let digests = stride(from: 0, to: bytes.count, by: 32).map { Array(bytes[$0..<min($0 + 32, bytes.count)]) }
        return RecoveryCodes(
            app: app, account: account, digests: digests, createdAt: row.date(1),
            session: row.optionalText(2).map { SessionID($0) })
    }
}

extension SQLiteTransaction {
    func put(_ factor: SecondFactor) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO second_factors (
                account, app, id, kind, display_name, enrolled_at, sealed, last_step, number)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account, app, id) DO UPDATE SET
                kind = excluded.kind, display_name = excluded.display_name, enrolled_at = excluded.enrolled_at,
                sealed = excluded.sealed, last_step = excluded.last_step, number = excluded.number
            """)
        row.bind(factor.account.description)
        row.bind(factor.app.description)
        row.bind(factor.id)
        row.bind(factor.kind.rawValue)
        row.bind(factor.displayName)
        row.bind(factor.enrolledAt)
        switch factor.means {
        case .totp(let sealed, let lastStep):
            row.bind(sealed)
            row.bind(lastStep)
            row.bind(nil as String?)
        case .phone(let number):
            row.bind(nil as [UInt8]?)
            row.bind(nil as Int64?)
            row.bind(number.description)
        }
        try row.run()
        traces.hasErased = true
    }

    func delete(_ factor: SecondFactor) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM second_factors WHERE app = ? AND account = ? AND id = ?")
        row.bind(factor.app.description)
        row.bind(factor.account.description)
        row.bind(factor.id)
        try row.run()
        traces.hasErased = true
    }

    func put(_ codes: RecoveryCodes) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO recovery_codes (account, app, digests, created_at, session) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (account, app) DO UPDATE SET
                digests = excluded.digests, created_at = excluded.created_at, session = excluded.session
            """)
        row.bind(codes.account.description)
        row.bind(codes.app.description)
        row.bind(codes.digests.flatMap { $0 })
        row.bind(codes.createdAt)
        row.bind(codes.session?.description)
        try row.run()
        traces.hasErased = true
    }

    func deleteRecoveryCodes(of account: AccountID, in app: AppID) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM recovery_codes WHERE app = ? AND account = ?")
        row.bind(app.description)
        row.bind(account.description)
        try row.run()
        traces.hasErased = true
    }
}

extension Statement {
    /// Reads the seven columns of a factor.
    fileprivate func factor(of account: AccountID, in app: AppID) throws(StorageError) -> SecondFactor {
        let kind: SecondFactor.Kind = try value(1)
        let means: SecondFactor.Means
        switch (kind, PhoneNumber(optionalText(6) ?? "")) {
        case (.totp, _): means = .totp(sealed: bytes(4), lastStep: Int64(integer(5)))
        case (.phone, let number?): means = .phone(number)
        case (.phone, nil): throw .corrupt("a phone without a number")
        }
        return SecondFactor(
            id: text(0), app: app, account: account, displayName: optionalText(2), enrolledAt: date(3), means: means)
    }
}
