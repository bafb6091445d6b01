import ArgumentParser
import Foundation
import Sesame
import SesameCore
import SesameTerminal

/// The command `sesame login`, which signs a user in with the SDK, through the browser.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        .login,
        discussion: """
            Opens the server's sign-in page; the browser returns to this program on a loopback port (RFC 8252). The \
            session is stored in an encrypted file of yours, for 'sesame whoami' and 'sesame logout'.
            """)

    @OptionGroup var account: AccountOptions

    @Option(help: "Go directly to this provider: apple or google.")
    var provider: LoginProvider?

    func run() async throws {
        try await account.requireApp()
        let manager = try account.manager()
        _ = await manager.restore()
        let browser = LoopbackBrowser { url in
            Console.complain("If your browser has not opened, go to this address:\n  \(url.absoluteString)")
            Browser.open(url)
        }
        let source = WebSignIn(
            server: try account.serverURL(), app: account.app, provider: provider?.sdk, browser: browser)
        do throws(AuthError) {
            let signIn = try await manager.signIn(using: source)
            await manager.sendPendingRevocations()
            Console.say("signed in as \(signIn.user.label)")
        } catch {
            throw CommandFailure(error)
        }
    }
}

/// The command `sesame whoami`, which prints the signed-in user.
struct WhoamiCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        .whoami,
        discussion:
            "Asks the server only when a refresh is due: for up to 15 minutes an ended session still appears."
    )

    @OptionGroup var account: AccountOptions

    func run() async throws {
        let manager = try account.manager()
        _ = await manager.restore()
        do throws(AuthError) {
            _ = try await manager.accessToken()
        } catch {
            throw CommandFailure(error)
        }
        guard let user = manager.auth else {
            throw CommandFailure(AuthError(.notAuthenticated, "no user is signed in; run: sesame login"))
        }
        Console.say("\(user.label)\nuid: \(user.uid)\nproviders: \(user.providers.joined(separator: ", "))")
    }
}

/// The command `sesame logout`, which ends the session of the signed-in user.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        .logout,
        discussion: "Works offline too: the next 'sesame login' or 'sesame whoami' then ends the session at the server."
    )

    @OptionGroup var account: AccountOptions

    func run() async throws {
        let manager = try account.manager()
        _ = await manager.restore()
        await manager.signOut()
        Console.say("signed out")
    }
}

/// The options of the account commands: the server, the app, and the logging of events.
struct AccountOptions: ParsableArguments {
    @Option(help: "The server's address.")
    var server = "http://127.0.0.1:8080"

    @Option(help: "The app's name in the server's configuration.")
    var app = "couple"

    @Flag(help: "Log events to standard error, as JSON lines.")
    var verbose = false

    func serverURL() throws -> URL { try Self.url(server) }

    /// Returns the URL of a server address as typed by a user. Throws if it is not an http or https address.
    static func url(_ address: String) throws -> URL {
        guard let url = URL(string: ServerAddress(address).text), url.scheme == "https" || url.scheme == "http",
            url.host != nil
        else {
            throw ValidationError("'\(address)' must be an address such as https://sign-in.example.com.")
        }
        return url
    }

    /// Checks that the server responds and knows the app, so that no browser opens at an unreachable address.
    func requireApp() async throws {
        let service = try configuration().service
        do throws(AuthError) {
            _ = try await service.nonce()
        } catch {
            guard error.code == .offline else {
                throw CommandFailure(
                    "\(server) rejected the request: \(error.reason). The app is '\(app)'; name another one with --app."
                )
            }
            throw CommandFailure(
                "no server responds at \(server). Start the server, or name another one with --server.")
        }
    }

    func manager() throws -> AuthManager { AuthManager(try configuration()) }

    private func configuration() throws -> AuthConfiguration {
        let url = try serverURL()
        return .production(
            server: url, app: app, storage: .files(name: "\(url.absoluteString) \(app)"),
            log: LoggerAuthLog(logger: (verbose ? LogLevel.info : .error).logger()))
    }
}

/// The value of `--provider`, which skips the choice of provider on the server's sign-in page.
enum LoginProvider: String, ExpressibleByArgument, CaseIterable {
    case apple, google

    var sdk: WebSignIn.Provider {
        switch self {
        case .apple: .apple
        case .google: .google
        }
    }
}

extension CommandFailure {
    fileprivate init(_ error: AuthError) {
        let advice =
            switch error.recovery {
            case .signInAgain: "; run: sesame login"
            case .retry: "; try again in a moment"
            default: ""
            }
        self.init(error.reason + advice)
    }
}

extension UserAuthInfo {
    /// The user's display name, or else the email address, "guest" or the account id.
    fileprivate var label: String { displayName ?? email ?? (isAnonymous ? "guest" : uid) }
}

/// A namespace for opening URLs with the operating system's default browser.
private enum Browser {
    static func open(_ url: URL) {
        #if os(macOS)
            let program = "/usr/bin/open"
        #else
            let program = "/usr/bin/xdg-open"
        #endif
        guard FileManager.default.isExecutableFile(atPath: program) else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [url.absoluteString]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
