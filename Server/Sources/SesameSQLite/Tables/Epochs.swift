import SesameAccounts

extension SQLiteReading {
    func epochs(of account: AccountID, in app: AppID) throws(StorageError) -> Epochs? {
        var row = try connection.prepare(
            """
            SELECT password_epoch, address_epoch, methods_epoch, factors_epoch, sessions_epoch, state_epoch
            FROM accounts WHERE app = :app AND id = :id
            """)
        row.bind("app", app.description)
        row.bind("id", account.description)
        guard try row.next() else { return nil }
        var epochs = Epochs()
        for (epoch, column) in Epoch.columns { epochs[epoch] = row.integer64(column) }
        return epochs
    }
}

extension SQLiteTransaction {
    func put(_ epochs: Epochs, of account: AccountID, in app: AppID) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE accounts SET password_epoch = :password_epoch, address_epoch = :address_epoch,
                methods_epoch = :methods_epoch, factors_epoch = :factors_epoch,
                sessions_epoch = :sessions_epoch, state_epoch = :state_epoch
            WHERE app = :app AND id = :id
            """)
        for (epoch, column) in Epoch.columns { row.bind(column, epochs[epoch]) }
        row.bind("app", app.description)
        row.bind("id", account.description)
        try row.run()
    }
}

extension Epoch {
    /// The column of `accounts` that stores each epoch.
    fileprivate static let columns: KeyValuePairs<Epoch, StaticString> = [
        .password: "password_epoch", .address: "address_epoch", .methods: "methods_epoch", .factors: "factors_epoch",
        .sessions: "sessions_epoch", .state: "state_epoch",
    ]
}
