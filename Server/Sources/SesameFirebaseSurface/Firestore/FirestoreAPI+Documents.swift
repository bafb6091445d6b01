import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension FirestoreAPI {
    /// Returns the REST routes for reading and writing documents, for clients without an SDK. `GET` also lists a
    /// collection.
    func documentRoutes(_ documents: String) -> [Route] {
        let document = documents + "/{path...}"
        return [
            Route(.GET, document, takes: .credential, policy: .firestore) { request, path in await get(request, path) },
            Route(.PATCH, document, takes: .credential, policy: .firestore) { request, path in
                await patch(request, path)
            },
            Route(.DELETE, document, takes: .credential, policy: .firestore) { request, path in
                await remove(request, path)
            },
            Route(.POST, document, takes: .credential, policy: .firestore) { request, path in await post(request, path)
            },
        ]
    }

    private func get(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, path) { call throws(RPCError) in
            guard let name = DocumentName(path: path["path"] ?? "") else {
                return try await list(path["path"] ?? "", call, mask: try call.mask("mask.fieldPaths"))
            }
            let mask = try call.mask("mask.fieldPaths")
            let transaction = try call.transaction(call.request.query["transaction"].map { .string($0) })
            let document = try await document(name, call)
            if let transaction { try note([document], in: transaction, call) }
            return document.json(in: call.database, mask: mask)
        }
    }

    private func patch(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, path, scope: .profilesWrite) { call throws(RPCError) in
            guard let name = DocumentName(path: path["path"] ?? "") else { throw .denied }
            let body = try call.body(allowing: ["name", "fields", "createTime", "updateTime"])
            let fields = try body["fields"].map { fields throws(RPCError) in try FirestoreMap(fields) }
            let write = DocumentWrite(
                name, .update(fields ?? [:], mask: try call.mask("updateMask.fieldPaths")),
                condition: try call.condition())
            let mask = try call.mask("mask.fieldPaths")
            _ = try await commit([write], call)
            return try await document(name, call).json(in: call.database, mask: mask)
        }
    }

    private func remove(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, path, scope: .profilesWrite) { call throws(RPCError) in
            guard let name = DocumentName(path: path["path"] ?? "") else { throw .denied }
            _ = try await commit([DocumentWrite(name, .delete, condition: try call.condition())], call)
            return [:]
        }
    }

    /// Refuses to create a document, because every account already has its profile. The error is `ALREADY_EXISTS` for
    /// the caller's own profile or, from a back end, for any `users/{uid}`, and `PERMISSION_DENIED` for all other
    /// paths.
    private func post(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, path, scope: .profilesWrite) { call throws(RPCError) in
            guard let collection = path["path"], let id = call.request.query["documentId"],
                let name = DocumentName(path: "\(collection)/\(id)")
            else { throw .denied }
            let write = DocumentWrite(name, .update([:], mask: nil), condition: .exists(false))
            _ = try await commit([write], call)
            return [:]
        }
    }

    /// Returns the caller's document or, for a back end, any user's. Throws permission denied if a user requests any
    /// other document, and not found if a back end requests a document that does not exist.
    func document(_ name: DocumentName, _ call: FirestoreCall) async throws(RPCError) -> UserDocument {
        if call.backEnd != nil {
            guard let document = try await anybodysDocument(name, call) else {
                throw RPCError(.notFound, "Document not found.")
            }
            return document
        }
        let caller = try call.owner(of: name)
        return try await document(of: caller)
    }

    func document(of caller: Caller) async throws(RPCError) -> UserDocument {
        try await domain { () async throws(AccountError) in
            let schema = caller.app.profile
            let push =
                PushField.isFree(in: schema)
                ? try await push.registration(of: PushField.installation(of: caller), by: caller) : nil
            return UserDocument(try await sessions.account(of: caller), by: schema, push: push)
        }
    }
}

extension FirestoreCall {
    /// Returns the mask in the query parameters; nil if there is none.
    fileprivate func mask(_ name: String) throws(RPCError) -> [FieldPath]? {
        let paths = request.query.values(name)
        return paths.isEmpty ? nil : try FieldPath.mask(paths.map { .string($0) })
    }

    /// Returns the precondition in the query parameters; nil if there is none.
    fileprivate func condition() throws(RPCError) -> WritePrecondition? {
        let exists = request.query.values("currentDocument.exists")
        let times = request.query.values("currentDocument.updateTime")
        guard exists.count + times.count <= 1 else {
            throw .invalid("a precondition must be either 'exists' or 'updateTime'")
        }
        if let time = times.first { return try WritePrecondition(["updateTime": .string(time)]) }
        guard let text = exists.first else { return nil }
        guard text == "true" || text == "false" else { throw .invalid("'exists' must be true or false") }
        return .exists(text == "true")
    }
}
