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
        guard response.status == 200 else { throw FirestoreRefusals.error(response, .read) }
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
            guard !FirestoreRefusals.isConflict(response) else { return nil }
            throw FirestoreRefusals.error(response, .write)
        }
        guard let result = response.json?["writeResults"]?.array?.first,
            let version = (result["updateTime"] ?? response.json?["commitTime"])?.string
                .flatMap({ FirestoreTime($0) })
        else { throw .foreign(response) }
        return (version, result["transformResults"]?.array ?? [])
    }
}

/// What refusals of Firestore and of callable functions mean here: the canonical kinds of error
/// (https://cloud.google.com/apis/design/errors#handling_errors).
enum FirestoreRefusals {
    /// What was asked for.
    enum Purpose {
        case read
        case write
        case call
    }

    /// Whether the document is not as the write asked for.
    static func isConflict(_ response: TransportResponse) -> Bool {
        guard let status = GoogleRefusal(response)?.status else { return false }
        return ["FAILED_PRECONDITION", "ABORTED", "ALREADY_EXISTS", "NOT_FOUND"].contains(status)
            && (400...409).contains(response.status)
    }

    /// The error of ours that an answer tells of.
    static func error(_ response: TransportResponse, _ purpose: Purpose) -> AuthError {
        let refusal = purpose == .call ? GoogleRefusal(callable: response) : GoogleRefusal(response)
        guard response.status < 500, response.status != 429, let refusal else { return .foreign(response) }
        let (code, reason) = meaning(of: refusal, purpose)
        return .refused(refusal, response, as: code, reason)
    }

    private static func meaning(of refusal: GoogleRefusal, _ purpose: Purpose) -> (AuthError.Code, String) {
        switch refusal.status {
        case "UNAUTHENTICATED": (.notAuthenticated, "the access token is not taken")
        case "PERMISSION_DENIED" where refusal.isAboutKey: (.invalidRequest, "the API key is not for this app")
        // The project's rules let the person read and not write so: no repetition changes that.
        case "PERMISSION_DENIED" where purpose == .write: (.readOnlyField, "the project's rules refuse the change")
        case "PERMISSION_DENIED": (.invalidRequest, "the project's rules refuse this")
        case "NOT_FOUND": (.notFound, "the project has no such database or function")
        case "RESOURCE_EXHAUSTED": (.rateLimited, "too many requests")
        case "ABORTED", "UNAVAILABLE", "CANCELLED": (.storageUnavailable, "the service asks to be asked again")
        default: (.invalidRequest, "the project refuses the request")
        }
    }
}
