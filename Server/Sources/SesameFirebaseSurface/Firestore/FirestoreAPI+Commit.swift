import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The result of a commit: its writes, the document after each write, and the commit time.
struct CommitResult: Sendable {
    let writes: [DocumentWrite]
    let documents: [UserDocument]
    let time: FirestoreTimestamp

    var json: JSONValue {
        let results = zip(writes, documents).map { write, document in
            var result: JSONObject = ["updateTime": .string(document.updateTime.text)]
            if !write.transforms.isEmpty {
                result["transformResults"] = .array(write.transforms.map { value($0, in: document).json })
            }
            return JSONValue.object(result)
        }
        var json: JSONObject = [:]
        if !results.isEmpty { json["writeResults"] = .array(results) }
        json["commitTime"] = .string(time.text)
        return .object(json)
    }

    /// Returns the result that the response reports for a transform: null for an array transform, otherwise the field's
    /// new value, or the commit time if the document lacks the field.
    private func value(_ transform: FieldTransform, in document: UserDocument) -> FirestoreValue {
        if transform.tellsNothing { return .null }
        return document.fields[transform.path] ?? .timestamp(time)
    }
}

extension FirestoreAPI {
    /// Handles `commit`: performs all writes, or none.
    func commit(_ call: FirestoreCall) async throws(RPCError) -> JSONValue {
        let body = try call.body(allowing: ["writes", "transaction"])
        let transaction = try call.transaction(body["transaction"])
        guard let elements = (body["writes"] ?? []).array, elements.count <= 500 else {
            throw .invalid("'writes' must be an array of at most 500 writes")
        }
        let writes = try elements.map { element throws(RPCError) in
            try DocumentWrite(element, in: call.database)
        }
        return try await commit(writes, call, transaction: transaction).json
    }

    func commit(
        _ writes: [DocumentWrite], _ call: FirestoreCall, transaction: [UInt8]? = nil
    ) async throws(RPCError) -> CommitResult {
        if let backEnd = call.backEnd {
            return try await commitForBackEnd(writes, call, transaction: transaction, context: backEnd)
        }
        guard let caller = call.caller else { throw .denied }
        let time = FirestoreTimestamp(environment.now)
        var steps: [ProfileUpdate] = []
        var device: DeviceChange?
        for write in writes {
            _ = try call.owner(of: write.document)
            try write.checkIsAllowed()
            steps.append(UserDocumentChange(write: write, schema: call.app.profile, now: time).step)
            device = try write.deviceChange(of: caller) ?? device
        }
        let reads = try transaction.map { id throws(RPCError) in
            try transactions.end(id, of: call.owner, at: environment.now)
        }
        let checks = (reads ?? []).map { $0.step }
        guard !(steps + checks).isEmpty else { return CommitResult(writes: [], documents: [], time: time) }
        do throws(RPCError) {
            let views = try await domain { () async throws(AccountError) in
                try await account.changeProfile(
                    of: caller, in: checks + steps, device: device, context: call.request.context(in: call.app))
            }
            return CommitResult(
                writes: writes,
                documents: views.dropFirst(checks.count).map { UserDocument($0, by: call.app.profile, push: nil) },
                time: time)
        } catch {
            // A client that reads in a transaction retries after a concurrent change.
            guard transaction != nil, error.refusal?.code == .preconditionFailed else { throw error }
            throw RPCError(.aborted, error.message)
        }
    }
}

extension DocumentWrite {
    /// Checks that the write neither creates nor deletes a profile, because a profile exists exactly as long as its
    /// account.
    func checkIsAllowed() throws(RPCError) {
        if case .delete = operation {
            throw RPCError(.permissionDenied, "a profile is deleted only with its account; delete the account")
        }
        if case .exists(false)? = condition {
            throw RPCError(.alreadyExists, "Document already exists: every account has its profile.")
        }
    }
}

extension TransactionTable.Read {
    /// The step that refuses the commit if the document has changed since it was read.
    var step: ProfileUpdate {
        let updateTime = updateTime
        return ProfileUpdate { view throws(AccountError) in
            guard UserDocument.updateTime(of: view.account.profile) == updateTime else {
                throw AccountError(.preconditionFailed, "a document has changed since the transaction read it")
            }
            return nil
        }
    }
}
