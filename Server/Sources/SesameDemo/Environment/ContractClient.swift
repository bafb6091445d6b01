import Foundation
import SesameCore
import SesameWire

/// A published version of CastMate that does not use Sesame's SDK, and sends Google's ID token to `POST /auth/google`.
struct ContractClient: Sendable {
    let venue: DemoServer

    /// The server's response: its status, and its error message, which is empty on success.
    struct Answer: Sendable, Equatable, CustomStringConvertible {
        let status: Int
        let message: String

        var description: String { "\(status) \(message)" }
    }

    /// Sends the user's Google ID token to the server and returns the response.
    func signIn(_ person: Person) async throws(AuthError) -> Answer {
        let app = ScenarioName.castmate.rawValue
        let token = try await Providers(url: venue.providers).googleToken(app: app, person: person, nonce: nil)
        let (status, json) = try await DemoHTTPClient.answer(
            "POST", venue.server.appendingPathComponent(APIRoute.contractGoogle), headers: [("Sesame-App", app)],
            body: ["idToken": .string(token.exposed)])
        return Answer(status: status, message: json?["message"]?.string ?? "")
    }
}
