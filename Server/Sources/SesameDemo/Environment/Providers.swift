import Foundation
import Sesame
import SesameCore
import SesameTesting

/// The control interface of the development providers for Apple, Google and FCM.
struct Providers: Sendable {
    let url: URL

    /// Checks that the development providers respond; throws if they do not.
    func check() async throws(AuthError) {
        _ = try await DemoHTTPClient.call("GET", control("apps"))
    }

    /// Returns the result of Apple's sheet: an ID token with only the requested claims, an authorization code, and the
    /// name if requested and the user's consent is the first.
    func appleAnswer(
        asking scopes: AppleScopes, nonceHash: String, app: String, person: Person, isFirst: Bool
    ) async throws(AuthError) -> SimulatedAppleSheet.Answer {
        var order: JSONObject = [
            "app": .string(app), "user": .integer(person.number), "nonce": .string(nonceHash),
        ]
        let isNamed = scopes == .nameAndEmail && isFirst
        if scopes == .nothing {
            order["claims"] = ["email": .null, "email_verified": .null, "is_private_email": .null]
        }
        let answer = try await DemoHTTPClient.call("POST", control("apple/token"), body: order)
        return SimulatedAppleSheet.Answer(
            idToken: answer["idToken"]?.string.map { Secret($0) },
            authorizationCode: answer["authorizationCode"]?.string.map { Secret($0) },
            name: isNamed ? PersonName(givenName: person.givenName, familyName: person.familyName) : nil)
    }

    /// Returns the ID token that Google's SDK would return for the user.
    func googleToken(app: String, person: Person, nonce: Nonce?) async throws(AuthError) -> Secret {
        var order: JSONObject = ["app": .string(app), "user": .integer(person.number)]
        order["nonce"] = nonce.map { .string($0.forGoogle) }
        guard let token = try await DemoHTTPClient.call("POST", control("google/token"), body: order)["idToken"]?.string
        else {
            throw AuthError(.internal, "the development Google returned no ID token")
        }
        return Secret(token)
    }

    /// Returns the development Google's endpoint URLs and issuer, from its discovery document.
    func googleEndpoints() async throws(AuthError) -> GoogleWebSignIn.Endpoints {
        let answer = try await DemoHTTPClient.call(
            "GET", url.appendingPathComponent("google/.well-known/openid-configuration"))
        guard let authorization = answer["authorization_endpoint"]?.string.flatMap({ URL(string: $0) }),
            let token = answer["token_endpoint"]?.string.flatMap({ URL(string: $0) }),
            let issuer = answer["issuer"]?.string
        else { throw AuthError(.internal, "the development Google's discovery document has no endpoints or no issuer") }
        return GoogleWebSignIn.Endpoints(authorization: authorization, token: token, issuers: [issuer])
    }

    /// Returns the app's client ids at Google: for iOS and for the web.
    func googleClients(of app: String) async throws(AuthError) -> (iOS: String, web: String) {
        let answer = try await DemoHTTPClient.call("GET", control("apps"))
        let google = answer["apps"]?.array?.first { $0["name"]?.string == app }?["google"]
        guard let iOS = google?["iosClientID"]?.string, let web = google?["webClientID"]?.string else {
            throw AuthError(.internal, "the development Google has no clients for \(app)")
        }
        return (iOS, web)
    }

    /// Returns the codes that the server emailed to an address, oldest first.
    func codes(mailedTo address: String) async throws(AuthError) -> [Secret] {
        let answer = try await DemoHTTPClient.call("POST", control("mail/messages"), body: ["to": .string(address)])
        return (answer["messages"]?.array ?? []).compactMap { $0["code"]?.string.map { Secret($0) } }
    }

    /// Returns the titles of the push notifications that FCM accepted for a token, oldest first.
    func titles(pushedTo token: Secret) async throws(AuthError) -> [String] {
        let answer = try await DemoHTTPClient.call("GET", control("fcm/messages"))
        return (answer["messages"]?.array ?? []).filter { entry in
            entry["receivers"]?.array?.contains { $0.string == token.exposed } == true
        }.compactMap { $0["message"]?["notification"]?["title"]?.string }
    }

    private func control(_ path: String) -> URL {
        url.appendingPathComponent("__dev/\(path)")
    }
}
