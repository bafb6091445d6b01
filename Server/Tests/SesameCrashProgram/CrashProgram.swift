import Foundation
import Sesame
import SesameCore

/// A command-line app that tests kill at any moment. It runs one operation on a session in encrypted files.
///
/// The environment variables `SERVER`, `FOLDER` and `OPERATION` configure the program. It prints a line at each kill
/// point, and kills itself at the one with the number `KILL_AT`, so that none of its tasks continues.
@main
struct CrashProgram {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let server = environment["SERVER"].flatMap({ URL(string: $0) }), let folder = environment["FOLDER"],
            let operation = environment["OPERATION"].flatMap({ Operation(rawValue: $0) })
        else { throw AuthError(.invalidRequest, "SERVER, FOLDER and OPERATION are missing") }
        let points = KillPoints(last: environment["KILL_AT"].flatMap { Int($0) })
        let storage = StorageLocation.folder(
            URL(fileURLWithPath: folder + "/state"), keyFile: URL(fileURLWithPath: folder + "/config/key"),
            name: "crash")
        let manager = AuthManager(
            .production(
                server: server, app: "couple",
                storage: storage.keepingSession(in: InterruptedStore(storage.sessions, points: points)),
                transport: InterruptedTransport(points: points)))
        await manager.restore()
        points.pass("begin")
        try await operation.run(manager)
        await manager.sendPendingRevocations()
        points.pass("end")
    }
}

/// The operations that the program can run; the raw value is that of `OPERATION`.
enum Operation: String {
    case signIn = "sign-in"
    case replace
    case refresh
    case refreshForEver = "refresh-for-ever"
    case token
    case signOut = "sign-out"
    case delete

    func run(_ manager: AuthManager) async throws {
        switch self {
        case .signIn, .replace: try await manager.signIn(with: .anonymous, replacingGuest: true)
        case .refresh: _ = try await manager.accessToken(rejecting: manager.accessToken())
        case .refreshForEver:
            while true { _ = try await manager.accessToken(rejecting: manager.accessToken()) }
        case .token: print("token \(try await manager.accessToken().exposed.utf8.count)")
        case .signOut: await manager.signOut()
        case .delete: try await manager.deleteAccount()
        }
    }
}
