package import SesameCore

extension ImportService {
    /// Gives which account of the app each identity belongs to, a thousand at a time.
    ///
    /// - Parameter body: Is given a batch; a thrown error ends the export.
    package func exportIdentities(
        of app: App, _ body: ([Identity]) throws -> Void
    ) async throws {
        var last: Identity?
        repeat {
            let begin = last
            let batch = try await read { reader throws(StorageError) in
                try reader.identities(in: app.id, after: begin, limit: Self.importBatch)
            }
            if !batch.isEmpty { try body(batch) }
            last = batch.last
        } while last != nil
    }
}

extension Identity {
    /// The line of an export: the account's id and the provider's, for an app's own rows. Of whom only an address is
    /// known, `subject` is missing.
    package var exportLine: JSONObject {
        var line: JSONObject = ["uid": .string(account.description), "provider": .string(provider.rawValue)]
        if AwaitedSubject.isAwaited(subject) {
            line["email"] = claims.email.map(JSONValue.string)
        } else {
            line["subject"] = .string(subject)
        }
        return line
    }
}
