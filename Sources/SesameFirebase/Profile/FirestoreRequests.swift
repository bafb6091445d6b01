import Foundation
import Sesame
import SesameCore
import SesameWire

/// A client for one collection's documents; the id of each document is a user's uid.
struct FirestoreRequests: Sendable {
    let requests: FirebaseRequests
    let collection: String

    /// Returns the full name of a user's document, `projects/…/databases/(default)/documents/…`. Throws
    /// `invalidRequest` if the uid cannot be a document's id.
    func name(of uid: String) throws(AuthError) -> String {
        guard !uid.isEmpty, !uid.utf8.contains(UInt8(ascii: "/")), uid != ".", uid != ".." else {
            throw AuthError(.invalidRequest, "the account's uid cannot be a document's id")
        }
        return "projects/\(requests.project.id)/databases/(default)/documents/\(collection)/\(uid)"
    }

    /// Returns the user's document; nil only if Firestore reports that the document does not exist. `batchGet` reports
    /// a missing document explicitly; a plain read also returns 404 for a wrong project.
    func document(
        of uid: String, _ send: (FirebaseEndpoint, JSONObject) async throws(AuthError) -> TransportResponse
    ) async throws(AuthError) -> FirestoreDocument? {
        let name = try name(of: uid)
        let response = try await send(.documents("documents:batchGet"), ["documents": [.string(name)]])
        guard response.status == 200 else { throw GoogleServiceErrors.error(response, .read) }
        for element in response.json?.array ?? [] {
            if element["missing"]?.string?.hasSameBytes(as: name) == true { return nil }
            if let found = element["found"]?.object, let document = FirestoreDocument(found, name: name) {
                return document
            }
        }
        throw .foreign(response)
    }

    /// Commits all of the writes or none. A failed condition is returned as a failure; all other errors are thrown.
    func commit(
        _ writes: [FirestoreWrite], of uid: String,
        _ send: (FirebaseEndpoint, JSONObject) async throws(AuthError) -> TransportResponse
    ) async throws(AuthError) -> Result<FirestoreCommit, AuthError> {
        let name = try name(of: uid)
        let body: JSONObject = ["writes": .array(writes.map { .object($0.json(name)) })]
        let response = try await send(.documents("documents:commit"), body)
        guard response.status == 200 else {
            let error = GoogleServiceErrors.error(response, .write)
            guard GoogleServiceErrors.isConflict(response) else { throw error }
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
