import Foundation
import Sesame
import SesameCore
import SesameWire

@testable import SesameFirebase

/// An in-memory Firebase project behind a transport: accounts, documents and one function, with responses as in the
/// vendor's documentation. Tests can make it fail, and it records the requests.
final class FirebaseDouble: HTTPTransport {
    struct State {
        var accounts = AccountsDouble()
        var documents = DocumentsDouble()
        var answers: [String: [TransportResponse]] = [:]
        var lost: Set<String> = []
        var requests: [TransportRequest] = []
        var isOffline = false
    }

    static let project = FirebaseProject(id: "couple-1a2b3", apiKey: "key-1", bundleID: "com.example.couple")

    let state = Locked(State())

    var requests: [TransportRequest] { state.withLock { $0.requests } }

    /// The names of the called methods, such as `signInWithIdp`, in order.
    var calls: [String] { requests.map { Self.name($0.url) } }

    /// True if every request fails as it does without a network.
    var isOffline: Bool {
        get { state.withLock { $0.isOffline } }
        set { state.withLock { $0.isOffline = newValue } }
    }

    /// Queues a response for the next call of the named method, which then changes no accounts or documents.
    func answer(_ name: String, _ status: Int, _ body: String = "", headers: [String: String] = [:]) {
        let response = TransportResponse(status: status, headers: headers, body: Array(body.utf8))
        state.withLock { $0.answers[name, default: []].append(response) }
    }

    /// Queues a Google error for the next call of the named method, which then changes no accounts or documents.
    func refuse(_ name: String, _ message: String, status: Int = 400, _ kind: String = "INVALID_ARGUMENT") {
        answer(name, status, #"{"error":{"code":\#(status),"message":"\#(message)","status":"\#(kind)"}}"#)
    }

    /// Makes the next call of the named method take effect, but fail as if its response were lost.
    func loseAnswer(_ name: String) {
        state.withLock { _ = $0.lost.insert(name) }
    }

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
        let name = Self.name(request.url)
        let (response, isLost) = state.withLock { state -> (TransportResponse?, Bool) in
            state.requests.append(request)
            guard !state.isOffline else { return (nil, true) }
            if var answers = state.answers[name], !answers.isEmpty {
                let next = answers.removeFirst()
                state.answers[name] = answers
                return (next, false)
            }
            return (Self.answer(name, request, &state), state.lost.remove(name) != nil)
        }
        guard let response, !isLost else { throw AuthError(.offline, "the test has disconnected the network") }
        return response
    }

    private static func name(_ url: URL) -> String {
        let last = url.path.split(separator: "/").last.map(String.init) ?? ""
        if last.hasPrefix("mfa") { return last }
        return last.split(separator: ":").last.map(String.init) ?? last
    }

    private static func answer(_ name: String, _ request: TransportRequest, _ state: inout State) -> TransportResponse {
        do {
            if name == "token" { return try state.accounts.refresh(request) }
            let json = try JSONValue(parsing: Array(request.body.exposed.utf8)).object ?? [:]
            switch name {
            case "signUp": return try state.accounts.signUp(json)
            case "signInWithPassword": return try state.accounts.signInWithPassword(json)
            case "sendOobCode": return try state.accounts.sendCode(json)
            case "signInWithIdp": return try state.accounts.signIn(json)
            case "lookup": return try state.accounts.lookup(json)
            case "update": return try state.accounts.update(json)
            case "delete": return try state.accounts.delete(json)
            case "mfaEnrollment:start": return try state.accounts.beginFactor(json)
            case "mfaEnrollment:finalize": return try state.accounts.addFactor(json)
            case "mfaEnrollment:withdraw": return try state.accounts.withdrawFactor(json)
            case "mfaSignIn:finalize": return try state.accounts.showFactor(json)
            default: break
            }
            let bearer = request.headers["Authorization"]?.exposed.dropFirst(7).description ?? ""
            guard let uid = state.accounts.owner(of: bearer) else {
                return .refusal(401, "Missing or invalid authentication.", "UNAUTHENTICATED")
            }
            switch name {
            case "batchGet": return try state.documents.read(json, by: uid)
            case "commit": return try state.documents.commit(json, by: uid)
            case "store_fcm_token": return try state.documents.storeToken(json, by: uid)
            default: return .refusal(404, "Not Found", "NOT_FOUND")
            }
        } catch let refusal as TransportResponse {
            return refusal
        } catch {
            return .refusal(400, "Invalid JSON payload received.", "INVALID_ARGUMENT")
        }
    }
}

extension TransportResponse: Error {
    static func refusal(_ status: Int, _ message: String, _ kind: String = "INVALID_ARGUMENT") -> TransportResponse {
        let error: JSONObject = [
            "code": .integer(status), "message": .string(message), "status": .string(kind),
        ]
        return TransportResponse(status: status, body: JSONValue.object(["error": .object(error)]).serialized())
    }

    static func success(_ json: JSONValue) -> TransportResponse {
        TransportResponse(status: 200, body: json.serialized())
    }
}

extension Secret {
    /// Returns a JWT with the given claims and a fake signature.
    static func token(_ claims: JSONObject) -> Secret {
        Secret("e30.\(RandomText.base64URL(claims.serialized())).c2ln")
    }
}

extension AuthCredential {
    /// Returns a credential with Google's token for the test user with this number.
    static func google(_ person: Int, _ nonce: Nonce, email: String? = nil) -> AuthCredential {
        .google(
            idToken: .token([
                "sub": .string("google-\(person)"), "email": .string(email ?? "test.user.\(person)@example.com"),
                "nonce": .string(nonce.forGoogle),
            ]), nonce: nonce)
    }

    /// Returns a credential with Apple's token for the test user with this number.
    static func apple(_ person: Int, _ nonce: Nonce, name: PersonName? = nil) -> AuthCredential {
        .apple(
            idToken: .token([
                "sub": .string("apple-\(person)"), "nonce": .string(nonce.sha256Hex),
            ]), nonce: nonce, name: name)
    }
}

extension LinkableCredential {
    /// Returns a credential for linking, with Apple's token for the test user with this number.
    static func apple(_ person: Int, _ nonce: Nonce) -> LinkableCredential {
        .apple(
            idToken: .token(["sub": .string("apple-\(person)"), "nonce": .string(nonce.sha256Hex)]), nonce: nonce)
    }
}
