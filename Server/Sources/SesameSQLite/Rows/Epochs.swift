import SesameAccounts

extension SQLiteReading {
    func epochs(of account: AccountID, in app: AppID) throws(StorageError) -> Epochs? {
        var row = try connection.prepare(
            """
            SELECT password_epoch, address_epoch, methods_epoch, factors_epoch, sessions_epoch, state_epoch
            FROM accounts WHERE app = ? AND id = ?
            """)
        row.bind(app.description)
        row.bind(account.description)
        guard try row.next() else { return nil }
        var epochs = Epochs()
        for (column, epoch) in Epoch.columns.enumerated() { epochs[epoch] = row.integer64(Int32(column)) }
        return epochs
    }
}

extension SQLiteTransaction {
    func put(_ epochs: Epochs, of account: AccountID, in app: AppID) throws(StorageError) {
        var row = try connection.prepare(
            """
            UPDATE accounts SET password_epoch = ?, address_epoch = ?, methods_epoch = ?, factors_epoch = ?,
                sessions_epoch = ?, state_epoch = ?
            WHERE app = ? AND id = ?
            """)
        for epoch in Epoch.columns { row.bind(epochs[epoch]) }
        row.bind(app.description)
        row.bind(account.description)
        try row.run()
    }
}

extension Epoch {
    /// The epochs in the order of the columns.
    fileprivate static let columns: [Epoch] = [.password, .address, .methods, .factors, .sessions, .state]
}
