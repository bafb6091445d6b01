public import Sesame
public import SesameCore
import SesameWire

extension AppwriteAuthService: AuthExportService {
    /// Deletes the account by the method in ``deletion``, and returns the providers at which the user must revoke the
    /// consent. After a deletion by `DELETE /account`, a Sesame server reports them; otherwise the result contains
    /// Apple if Apple is among the account's sign-in methods, because Appwrite stores no token to revoke the consent.
    @discardableResult
    public func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion {
        switch deletion {
        case .account:
            let answer = try await requests.send("DELETE", "/account", session: session.refreshToken)
            try answer.checkDeletion()
            if server == .sesame { return AccountDeletion(manualRevocation: answer.manualRevocation) }
        case .function(let id):
            let answer = try await requests.send(
                "POST", "/functions/\(id)/executions", body: ["async": false, "method": "POST", "path": "/"],
                session: session.refreshToken, timeout: .seconds(60))
            let execution = try answer.object()
            guard execution["status"]?.string == "completed",
                (200...299).contains(execution["responseStatusCode"]?.integer ?? 0)
            else { throw AuthError(.storageUnavailable, "the project's function did not delete the account") }
        }
        return AccountDeletion(manualRevocation: session.user.providers.contains("apple") ? [.apple] : [])
    }

    /// Returns a JSON object with the account, its identities, sessions and events, as the server shows them to their
    /// owner, without secrets.
    public func export(_ session: Session) async throws(AuthError) -> [UInt8] {
        let secret = session.refreshToken
        let account = try await requests.send("GET", "/account", session: secret, limits: .document).object()
        var export: JSONObject = ["account": .object(account.withoutSecrets)]
        for name in ["identities", "sessions"] {
            let answer = try await requests.send("GET", "/account/\(name)", session: secret, limits: .document)
            guard let list = try answer.object().list(name) else { throw answer.foreign }
            export[name] = .array(list.map { .object($0.withoutSecrets) })
        }
        export["logs"] = .array(try await logs(secret).map { .object($0) })
        return export.serialized()
    }

    /// Returns the account's events by `GET /account/logs`, page by page; empty with newer versions of Appwrite, which
    /// have no such route.
    private func logs(_ secret: Secret) async throws(AuthError) -> [JSONObject] {
        var logs: [JSONObject] = []
        while true {
            let answer = try await requests.send(
                "GET", "/account/logs", query: Self.page(from: logs.count), session: secret, limits: .document)
            guard answer.response.status != 404 else { return logs }
            guard let page = try answer.object().list("logs") else { throw answer.foreign }
            logs += page
            if page.count < Self.pageSize || logs.count >= Self.logLimit { return logs }
        }
    }

    private static let pageSize = 100
    /// The maximum number of requested events, in case a server's list never ends.
    private static let logLimit = 10_000

    private static func page(from offset: Int) -> [(name: String, value: String)] {
        [
            ("queries[0]", #"{"method":"limit","values":[\#(pageSize)]}"#),
            ("queries[1]", #"{"method":"offset","values":[\#(offset)]}"#),
        ]
    }
}

extension AppwriteResponseDecoder {
    /// The providers at which the user must revoke the consent, as Sesame lists them at a deletion. A provider that
    /// this version does not know is ignored, because the app does not offer it.
    fileprivate var manualRevocation: [SignInMethod] {
        let names = (response.headers["sesame-manual-revocation"] ?? "").utf8.split(separator: UInt8(ascii: ","))
        return names.compactMap { name in
            String(name.drop { $0 == UInt8(ascii: " ") }).flatMap(SignInMethod.init)
        }
    }
}

extension JSONObject {
    /// The object without the members that contain sign-in secrets.
    fileprivate var withoutSecrets: JSONObject {
        var object = self
        for name in ["secret", "providerAccessToken", "providerRefreshToken", "providerIdToken"] { object.remove(name) }
        return object
    }
}
