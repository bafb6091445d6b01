import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// A back end's calls on user documents. A back end may read all documents and also write the fields that the server
/// owns.
extension FirestoreAPI {
    /// The maximum number of documents that a query searches. In a larger collection the query is refused.
    private static let maxSearchedDocuments = 10_000

    /// Returns any user's document; nil if it does not exist.
    func anybodysDocument(_ name: DocumentName, _ call: FirestoreCall) async throws(RPCError) -> UserDocument? {
        guard let user = name.user else { return nil }
        let found = try await domain { () async throws(AccountError) in
            try await directory.accounts([AccountID(user)], in: call.app)
        }
        return found.first.map { UserDocument($0.view, by: call.app.profile, push: nil) }
    }

    /// Returns the documents of all users; an empty list for a collection other than `users`. Throws if there are more
    /// than ``maxSearchedDocuments``.
    func everybodysDocuments(in collection: String, _ call: FirestoreCall) async throws(RPCError) -> [UserDocument] {
        guard collection.hasSameBytes(as: DocumentName.users) else { return [] }
        var (documents, after) = ([UserDocument](), AccountID?.none)
        repeat {
            let page = try await page(of: call, after: after, limit: 500)
            documents += page.documents
            after = page.next
            guard documents.count <= Self.maxSearchedDocuments else {
                throw RPCError(
                    .failedPrecondition,
                    "a query can search at most \(Self.maxSearchedDocuments) documents; list them in pages")
            }
        } while after != nil
        return documents
    }

    /// Lists a collection's documents in pages, ordered by id. Throws permission denied if the caller is not a back
    /// end.
    func list(_ collection: String, _ call: FirestoreCall, mask: [FieldPath]?) async throws(RPCError) -> JSONValue {
        // Only a back end may list documents, because a list contains those of all users.
        guard call.backEnd != nil else { throw .denied }
        guard let limit = Int(call.request.query["pageSize"] ?? "100"), (1...1_000).contains(limit) else {
            throw .invalid("'pageSize' is 1 to 1000")
        }
        guard collection.hasSameBytes(as: DocumentName.users) else { return [:] }
        let token = call.request.query["pageToken"].flatMap { $0.isEmpty ? nil : AccountID($0) }
        let page = try await page(of: call, after: token, limit: limit)
        var json: JSONObject = [:]
        if !page.documents.isEmpty {
            json["documents"] = .array(page.documents.map { $0.json(in: call.database, mask: mask) })
        }
        json["nextPageToken"] = page.next.map { .string($0.description) }
        return .object(json)
    }

    /// Handles `listCollectionIds`: returns `users`, the only collection. Throws permission denied if the caller is not
    /// a back end.
    func listCollections(_ call: FirestoreCall) throws(RPCError) -> JSONValue {
        _ = try call.body(allowing: ["pageSize", "pageToken", "readTime"])
        guard call.backEnd != nil else { throw .denied }
        return ["collectionIds": [.string(DocumentName.users)]]
    }

    /// Handles `batchWrite`: performs each write independently and returns a status for each.
    func batchWrite(_ call: FirestoreCall) async throws(RPCError) -> JSONValue {
        let body = try call.body(allowing: ["writes", "labels"])
        guard let backEnd = call.backEnd else { throw .denied }
        guard let elements = (body["writes"] ?? []).array, elements.count <= 500 else {
            throw .invalid("'writes' must be an array of at most 500 writes")
        }
        let writes = try elements.map { element throws(RPCError) in try DocumentWrite(element, in: call.database) }
        var (results, statuses) = ([JSONValue](), [JSONValue]())
        for write in writes {
            do throws(RPCError) {
                let result = try await commitForBackEnd([write], call, transaction: nil, context: backEnd)
                results.append(result.json["writeResults"]?.array?.first ?? [:])
                statuses.append([:])
            } catch {
                if let refusal = error.refusal { log.refused(refusal, call.request) }
                results.append([:])
                statuses.append(["code": .integer(error.status.number), "message": .string(error.message)])
            }
        }
        return ["writeResults": .array(results), "status": .array(statuses)]
    }

    /// Commits all of a back end's writes, or none. In a transaction, a failed precondition throws `aborted`, for
    /// example because a document has changed since the transaction read it.
    func commitForBackEnd(
        _ writes: [DocumentWrite], _ call: FirestoreCall, transaction: [UInt8]?, context: RequestContext
    ) async throws(RPCError) -> CommitResult {
        let time = FirestoreTimestamp(environment.now)
        let reads = try transaction.map { id throws(RPCError) in
            try transactions.end(id, of: call.owner, at: environment.now)
        }
        var steps = (reads ?? []).map { AdminProfileUpdate(AccountID($0.uid), $0.step) }
        let checks = steps.count
        for write in writes {
            guard let user = write.document.user else { throw .denied }
            try write.checkIsAllowed()
            let change = UserDocumentChange(write: write, schema: call.app.profile, now: time)
            steps.append(AdminProfileUpdate(AccountID(user), change.step))
        }
        guard !steps.isEmpty else { return CommitResult(writes: [], documents: [], time: time) }
        do throws(RPCError) {
            let views = try await domain { [steps] () async throws(AccountError) in
                try await operators.changeProfiles(in: steps, of: call.app, context: context)
            }
            return CommitResult(
                writes: writes,
                documents: views.dropFirst(checks).map { UserDocument($0, by: call.app.profile, push: nil) }, time: time
            )
        } catch {
            // A client that reads in a transaction retries after a concurrent change.
            guard transaction != nil, error.refusal?.code == .preconditionFailed else { throw error }
            throw RPCError(.aborted, error.message)
        }
    }

    private func page(
        of call: FirestoreCall, after: AccountID?, limit: Int
    ) async throws(RPCError) -> (documents: [UserDocument], next: AccountID?) {
        let page = try await domain { () async throws(AccountError) in
            try await directory.fullPage(matching: AccountQuery(app: call.app.id, after: after, limit: limit))
        }
        return (page.accounts.map { UserDocument($0.view, by: call.app.profile, push: nil) }, page.next)
    }
}
