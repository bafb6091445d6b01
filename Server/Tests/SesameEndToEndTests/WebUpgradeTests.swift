import Foundation
import Sesame
import SesameCore
import SesameDemo
import SesameDevelopment
import SesameDevelopmentProviders
import SesameHTTP
import Testing

/// Tests of a development build of an app: its sign-ins, and the upgrade of a guest, use the server's web pages.
@MainActor struct WebUpgradeTests {
    /// A browser that stores cookies, and follows the redirects of the server and the provider until one leads back to
    /// the app.
    private struct Browser: WebAuthentication {
        func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
            let client = HTTPClient(allowsPlainHTTP: true)
            let redirectURI = attempt.redirectURI ?? ""
            do throws(AuthError) {
                let end = try await follow(try attempt.url(redirectURI: redirectURI), client)
                await client.shutdown()
                return WebSignInResult(redirectURI: redirectURI, url: end)
            } catch {
                await client.shutdown()
                throw error
            }
        }

        private func follow(_ page: URL, _ client: HTTPClient) async throws(AuthError) -> URL {
            var (address, cookies) = (page, [String: String]())
            for _ in 0..<12 where address.scheme == "http" {
                let sent = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
                let answer: OutgoingResponse
                do {
                    answer = try await client.send(
                        OutgoingRequest(
                            url: address.absoluteString, headers: sent.isEmpty ? [] : [(name: "Cookie", value: sent)]))
                } catch {
                    throw AuthError(.offline, "no page", cause: error)
                }
                for field in answer.headers where field.name.lowercased() == "set-cookie" {
                    let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
                    cookies[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
                }
                let next = answer.header("location") ?? answer.header("refresh").map { String($0.dropFirst(6)) }
                guard let url = next.flatMap({ URL(string: $0, relativeTo: address) }) else {
                    throw AuthError(.invalidRequest, "the page sends nowhere: \(answer.status)")
                }
                address = url.absoluteURL
            }
            return address
        }
    }

    private func configuration(_ stage: DevelopmentDemo) -> AuthConfiguration {
        .development(
            server: stage.venue.server, app: "couple", storage: .memory, browser: Browser(),
            redirectURI: "com.example.couple:/callback")
    }

    @Test func `a guest upgrades on the server's page and signs in to the same account again`() async throws {
        try await DevelopmentDemo.run { stage in
            stage.server.providers.google.autoApproval = .approve(user: 1)
            let manager = AuthManager(configuration(stage))
            let guest = try await manager.signInAnonymously()
            let user = try await manager.signInWithGoogle()
            #expect(user.uid == guest.uid && user.providers == ["google"])
            await manager.signOut()
            #expect(try await manager.signInWithGoogle().uid == guest.uid)
        }
    }

    @Test func `an app offers the account choice when an identity is in use, and carries it out`() async throws {
        try await DevelopmentDemo.run { stage in
            stage.server.providers.google.autoApproval = .approve(user: 2)
            let owner = try await AuthManager(configuration(stage)).signInWithGoogle()
            let client = SesameClient(configuration(stage), allowsGuests: true)
            let running = Task { await client.run() }
            defer { running.cancel() }
            await client.state.signInAnonymously()
            let google = try #require(configuration(stage).google)
            await client.state.upgrade(using: google)
            #expect(client.state.currentUser?.isAnonymous == true)
            guard case .chooseAccount(_?)? = client.state.problem?.recovery else {
                Issue.record("no choice: \(String(describing: client.state.problem))")
                return
            }
            await client.state.resolveConflict(.switch)
            #expect(client.state.currentUser?.uid == owner.uid)
        }
    }
}
