import Foundation
import Sesame

guard let server = URL(string: CommandLine.arguments.last ?? "") else { exit(2) }
let auth = AuthManager(
    .production(server: server, app: "couple", storage: .files(name: "couple")))
await auth.restore()  // works offline
if auth.auth == nil { try await auth.signInAnonymously() }
let token = try await auth.accessToken()  // refreshed when it is due
let me = TransportRequest(
    method: "GET", url: server.appendingPathComponent("v1/me"),
    headers: ["Authorization": Secret("Bearer \(token.exposed)")])
print(String(decoding: try await URLSessionTransport().send(me).body, as: UTF8.self))
await auth.signOut()  // without a network, too
