package import SesameCore

extension ImportService {
    /// Exports the account id of each identity of the app, a thousand at a time.
    ///
    /// - Parameter body: Receives each batch; an error that it throws ends the export.
    package func exportIdentities(
        of app: App, _ body: ([Identity]) throws -> Void
    ) async throws {
        var last: Identity?
        repeat {
            let begin = last
            let batch = try await scan { reader throws(StorageError) in
                try reader.identities(in: app.id, after: begin, limit: Self.importBatch)
            }
            if !batch.isEmpty { try body(batch) }
            last = batch.last
        } while last != nil
    }
}

extension Identity {
    /// A line of an export: the account's id and the provider's id, for an app's own tables. `subject` is missing if
    /// only the user's address is known.
    package var exportLine: JSONObject {
        var line: JSONObject = ["uid": .string(account.description), "provider": .string(provider.rawValue)]
        if PlaceholderSubject.isAwaited(subject) {
            line["email"] = claims.email.map(JSONValue.string)
        } else {
            line["subject"] = .string(subject)
        }
        return line
    }
}
