import Foundation
import NIOHTTP1
import SesameCore
import SesameHTTP
import Testing

@testable import SesameAccounts
@testable import SesameAppwriteSurface

/// Tests of the request context, for logs and rate limits, that an Appwrite request results in.
struct AppwriteRequestTests {
    /// A key that may not act as any user could send text messages and create guests without end if it had no sender
    /// limits.
    @Test(arguments: AdminScope.allCases)
    func `an API key is subject to sender limits unless it may act as any user`(scope: AdminScope) throws {
        let key = AdminKey(
            id: "k", name: "test", digest: [], scopes: [scope], apps: nil, createdAt: .now, expiresAt: .distantFuture)
        let request = try HTTPRequest(
            method: .POST, target: "/v1/account/tokens/phone", headers: ["Host": "127.0.0.1"], body: [],
            peer: PeerAddress(ip: "203.0.113.7", isLoopback: false))
        let call = AppwriteRequest(
            request: request, path: PathParameters([:]), app: App(id: try #require(AppID("shop")), providers: [:]),
            cookies: AppwriteCookies(project: "shop", publicURL: "http://127.0.0.1"), credential: nil,
            key: AdminCaller(key: key))
        #expect((call.context.client == nil) == (scope == .usersActAs))
        #expect(call.context.actor == "k")
    }
}
