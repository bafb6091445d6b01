import Foundation
import Sesame
import SesameCore

/// Reads and writes one collection's documents, whose ids are the people's uids.
struct FirestoreRequests: Sendable {
    let requests: FirebaseRequests
    let collection: String

    /// The document's name. Throws for an uid that is no name of a document.
    func name(of uid: String) throws(AuthError) -> String {
        guard !uid.isEmpty, !uid.utf8.contains(UInt8(ascii: "/")), uid != ".", uid != ".." else {
            throw AuthError(.invalidRequest, "no document can have this account's id for a name")
        }
        return "projects/\(requests.project.id)/databases/(default)/documents/\(collection)/\(uid)"
    }

    /// The document; nil only where Firestore says of this very document that there is none. `batchGet` says so in so
    /// many words, where a plain read is answered with 404 for a wrong project, too.
    func document(
        of uid: String, _ send: (FirebaseEndpoint, JSONObject) async throws(AuthError) -> TransportResponse
    ) async throws(AuthError) -> FirestoreDocument? {
        let name = try name(of: uid)
        let response = try await send(.documents("documents:batchGet"), ["documents": [.string(name)]])
        guard response.status == 200 else { throw ServiceRefusals.error(response, .read) }
        for element in response.json?.array ?? [] {
            if element["missing"]?.string?.hasSameBytes(as: name) == true { return nil }
            if let found = element["found"]?.object, let document = FirestoreDocument(found, name: name) {
                return document
            }
        }
        throw .foreign(response)
    }

    /// Writes; returns the new version, and the server's times in the order in which they were asked for. Nil where the
    /// condition does not hold.
    func commit(
        _ write: FirestoreWrite, of uid: String,
        _ send: (FirebaseEndpoint, JSONObject) async throws(AuthError) -> TransportResponse
    ) async throws(AuthError) -> (version: FirestoreTime, times: [JSONValue])? {
        let json = write.json(try name(of: uid))
        let response = try await send(.documents("documents:commit"), ["writes": [.object(json)]])
        guard response.status == 200 else {
            guard !ServiceRefusals.isConflict(response) else { return nil }
            throw ServiceRefusals.error(response, .write)
        }
        guard let result = response.json?["writeResults"]?.array?.first,
            let version = (result["updateTime"] ?? response.json?["commitTime"])?.string
                .flatMap({ FirestoreTime($0) })
        else { throw .foreign(response) }
        return (version, result["transformResults"]?.array ?? [])
    }
}
