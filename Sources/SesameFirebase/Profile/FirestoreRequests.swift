import Foundation
import Sesame
import SesameCore
import SesameWire

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

    /// Makes all of the writes or none. A failure is the answer to a condition that does not hold; whatever else goes
    /// wrong is thrown.
    func commit(
        _ writes: [FirestoreWrite], of uid: String,
        _ send: (FirebaseEndpoint, JSONObject) async throws(AuthError) -> TransportResponse
    ) async throws(AuthError) -> Result<FirestoreCommit, AuthError> {
        let name = try name(of: uid)
        let body: JSONObject = ["writes": .array(writes.map { .object($0.json(name)) })]
        let response = try await send(.documents("documents:commit"), body)
        guard response.status == 200 else {
            let error = ServiceRefusals.error(response, .write)
            guard ServiceRefusals.isConflict(response) else { throw error }
            return .failure(error)
        }
        guard let results = response.json?["writeResults"]?.array, results.count == writes.count,
            let version = (results.last?["updateTime"] ?? response.json?["commitTime"])?.string
                .flatMap({ GoogleTime($0) })
        else { throw .foreign(response) }
        return .success(
            FirestoreCommit(version: version, times: results.map { $0["transformResults"]?.array ?? [] }))
    }
}
