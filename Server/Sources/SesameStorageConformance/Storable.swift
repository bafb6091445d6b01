import SesameAccounts

/// A row that a transaction can insert, so that a test case can list its initial rows in one line.
protocol Storable: Sendable {
    func insert(into transaction: any StorageTransaction) throws(StorageError)
}

extension Account: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension Identity: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension LocalCredential: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension OneTimeCode: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.put(self) }
}

extension AccountMetadata: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.put(self) }
}

extension SecondFactor: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.put(self) }
}

extension RecoveryCodes: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.put(self) }
}

extension SealedProviderToken: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.put(self) }
}

extension Session: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insertSession(self) }
}

extension UsedNonce: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension UsedToken: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension RegistrationTicket: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension FlowRecord: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension SecurityEvent: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.keep(self) }
}

extension AdminKey: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension SealedSigningKey: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension Device: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.put(self) }
}

extension PushReceipt: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension MergeRecord: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.put(self) }
}

extension Job: Storable {
    func insert(into transaction: any StorageTransaction) throws(StorageError) { try transaction.insert(self) }
}

extension Storage {
    /// Adds rows in one transaction.
    func add(_ rows: any Storable...) async throws(StorageError) {
        try await add(rows)
    }

    /// Adds rows in one transaction.
    func add(_ rows: [any Storable]) async throws(StorageError) {
        try await write { transaction throws(StorageError) in
            for row in rows { try row.insert(into: transaction) }
        }
    }

    /// Checks that adding the rows is refused as a conflict.
    func expectConflict(adding rows: any Storable..., what: String) async throws(StorageConformanceFailure) {
        do throws(StorageError) {
            try await add(rows)
        } catch .conflict {
            return
        } catch {
            throw StorageConformanceFailure("\(what): expected a conflict, got \(error)")
        }
        throw StorageConformanceFailure("\(what): expected a conflict, but it was accepted")
    }
}
