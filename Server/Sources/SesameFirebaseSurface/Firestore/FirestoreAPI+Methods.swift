import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

extension FirestoreAPI {
    /// Returns the routes of the RPC methods that SDKs call, such as `documents:commit`.
    func methodRoutes(_ documents: String) -> [Route] {
        [
            method(documents, "commit", scope: .profilesWrite) { call throws(RPCError) in try await commit(call) },
            method(documents, "batchWrite", scope: .profilesWrite) { call throws(RPCError) in
                try await batchWrite(call)
            },
            method(documents, "listCollectionIds") { call throws(RPCError) in try listCollections(call) },
            method(documents, "batchGet", isStream: true) { call throws(RPCError) in try await batchGet(call) },
            method(documents, "runQuery", isStream: true) { call throws(RPCError) in try await runQuery(call) },
            method(documents, "runAggregationQuery", isStream: true) { call throws(RPCError) in
                try await runAggregationQuery(call)
            },
            method(documents, "beginTransaction") { call throws(RPCError) in try begin(call) },
            method(documents, "rollback") { call throws(RPCError) in try rollBack(call) },
            Route(.POST, documents + ":{method}", takes: .credential, policy: .firestore) { request, path in
                await answer(request, path) { _ throws(RPCError) in
                    throw RPCError(.unimplemented, "the method is not supported")
                }
            },
        ]
    }

    private func method(
        _ documents: String, _ name: String, isStream: Bool = false, scope: AdminScope = .usersRead,
        _ operation: @escaping @Sendable (FirestoreCall) async throws(RPCError) -> JSONValue
    ) -> Route {
        Route(.POST, "\(documents):\(name)", takes: .credential, policy: .firestore) { request, path in
            await answer(request, path, isStream: isStream, scope: scope, operation)
        }
    }

    private func batchGet(_ call: FirestoreCall) async throws(RPCError) -> JSONValue {
        let body = try call.body(allowing: ["documents", "mask", "transaction", "newTransaction"])
        guard let elements = (body["documents"] ?? []).array, elements.count <= 500 else {
            throw .invalid("'documents' must be an array of at most 500 names")
        }
        let mask = try body["mask"].map { mask throws(RPCError) in try DocumentWrite.mask(mask) }
        var answer = TransactionResponse()
        try answer.begin(body, call, transactions, environment)
        for element in elements {
            guard let text = element.string else { throw .invalid("'documents' must contain document names") }
            let name = try DocumentName(parsing: text, in: call.database)
            if call.backEnd != nil, try await anybodysDocument(name, call) == nil {
                answer.elements.append(["missing": .string(text)])
                continue
            }
            let document = try await document(name, call)
            answer.documents.append(document)
            answer.elements.append(["found": document.json(in: call.database, mask: mask)])
        }
        return try finish(answer, call)
    }

    private func runQuery(_ call: FirestoreCall) async throws(RPCError) -> JSONValue {
        let body = try call.body(allowing: ["structuredQuery", "transaction", "newTransaction"])
        let query = try StructuredQuery(body["structuredQuery"] ?? .null)
        var answer = TransactionResponse()
        try answer.begin(body, call, transactions, environment)
        answer.documents = try await visible(to: query, call)
        let results = query.results(among: answer.documents, in: call.database)
        answer.elements = results.map { ["document": $0.json(in: call.database, mask: query.mask)] }
        return try finish(answer, call)
    }

    private func runAggregationQuery(_ call: FirestoreCall) async throws(RPCError) -> JSONValue {
        let body = try call.body(allowing: ["structuredAggregationQuery", "transaction", "newTransaction"])
        let aggregated = body["structuredAggregationQuery"]
        let query = try StructuredQuery(aggregated?["structuredQuery"] ?? .null)
        let aggregations = try Aggregation.all(aggregated?["aggregations"])
        var answer = TransactionResponse()
        try answer.begin(body, call, transactions, environment)
        answer.documents = try await visible(to: query, call)
        let results = query.results(among: answer.documents, in: call.database)
        let values = aggregations.map { JSONObject.Member(name: $0.alias, value: $0.value(of: results).json) }
        answer.elements = [["result": ["aggregateFields": .object(JSONObject(values))]]]
        return try finish(answer, call)
    }

    /// Returns the documents that the caller's query searches: only the caller's own document, or all documents for a
    /// back end. Throws permission denied if a user queries a collection other than `users`.
    private func visible(
        to query: StructuredQuery, _ call: FirestoreCall
    ) async throws(RPCError) -> [UserDocument] {
        if call.backEnd != nil { return try await everybodysDocuments(in: query.collection, call) }
        guard let caller = call.caller, query.collection.hasSameBytes(as: DocumentName.users) else { throw .denied }
        return [try await document(of: caller)]
    }

    private func begin(_ call: FirestoreCall) throws(RPCError) -> JSONValue {
        _ = try call.body(allowing: ["options"])
        return ["transaction": FirestoreValue.base64(try transactions.begin(for: call, environment))]
    }

    private func rollBack(_ call: FirestoreCall) throws(RPCError) -> JSONValue {
        let body = try call.body(allowing: ["transaction"])
        guard let id = try call.transaction(body["transaction"]) else { throw .invalid("'transaction' is missing") }
        _ = try? transactions.end(id, of: call.owner, at: environment.now)
        return [:]
    }

    /// Records the documents that a transaction has read, so that its commit fails if one changes.
    func note(
        _ documents: [UserDocument], in transaction: [UInt8], _ call: FirestoreCall
    ) throws(RPCError) {
        try transactions.note(
            documents.map { TransactionTable.Read(uid: $0.uid, updateTime: $0.updateTime) }, in: transaction,
            of: call.owner, at: environment.now)
    }

    private func finish(_ answer: TransactionResponse, _ call: FirestoreCall) throws(RPCError) -> JSONValue {
        if let transaction = answer.transaction { try note(answer.documents, in: transaction, call) }
        return answer.json(readAt: FirestoreTimestamp(environment.now))
    }
}

/// The response to a call that may read in a transaction or begin one.
private struct TransactionResponse {
    var elements: [JSONObject] = []
    /// The documents that the call has read.
    var documents: [UserDocument] = []
    /// The id of the transaction in which the call reads; nil outside a transaction.
    var transaction: [UInt8]?
    private var isNew = false

    mutating func begin(
        _ body: JSONObject, _ call: FirestoreCall, _ transactions: TransactionTable,
        _ environment: SesameAccounts.RuntimeEnvironment
    ) throws(RPCError) {
        transaction = try call.transaction(body["transaction"])
        guard body.contains("newTransaction") else { return }
        guard transaction == nil else { throw .invalid("'transaction' and 'newTransaction' are not allowed together") }
        transaction = try transactions.begin(for: call, environment)
        isNew = true
    }

    func json(readAt time: FirestoreTimestamp) -> JSONValue {
        var all = elements
        // An empty response still has an element with the read time.
        if all.isEmpty { all.append([:]) }
        for index in all.indices { all[index]["readTime"] = .string(time.text) }
        if isNew, let transaction { all[0]["transaction"] = FirestoreValue.base64(transaction) }
        return .array(all.map { .object($0) })
    }
}

extension TransactionTable {
    fileprivate func begin(for call: FirestoreCall, _ environment: SesameAccounts.RuntimeEnvironment) throws(RPCError)
        -> [UInt8]
    {
        guard call.caller != nil || call.backEnd != nil else { throw .denied }
        let id = environment.randomBytes(16)
        try begin(id, of: call.owner, at: environment.now)
        return id
    }
}

extension FirestoreCall {
    /// The key of the caller's transactions: the session's id, or the app and actor of a back end.
    var owner: String { caller?.session.id.description ?? "back end \(app.id) \(backEnd?.actor ?? "")" }
}

extension FirestoreValue {
    fileprivate static func base64(_ bytes: [UInt8]) -> JSONValue {
        FirestoreValue.bytes(bytes).json["bytesValue"] ?? .null
    }
}
