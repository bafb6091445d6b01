import SesameHTTP
import Testing

@testable import SesameAccounts
@testable import SesameOperations
@testable import SesameServer

/// Tests that no provider's name collides with a step of a sign-in, because both are segments of a path.
struct ProviderPathTests {
    @Test func `no provider can be named like a step of a sign-in`() async throws {
        let server = try await WholeServer()
        let places = ["/sign-in/", "/v1/sign-in/", "/callback/"]
        let patterns = server.application.routers.flatMap { $0.routes(of: .own) }.map(\.pattern)
        let taken = patterns.flatMap { pattern in
            places.filter(pattern.hasPrefix).compactMap { pattern.dropFirst($0.count).split(separator: "/").first }
        }
        await server.close()
        #expect(taken.contains("finish") && taken.contains("second-factor"))
        for name in taken where !name.hasPrefix("{") {
            let isKnown = Provider(rawValue: String(name)).flatMap { ProviderDirectory.builtIn[$0] } != nil
            let isOurs = AuthenticationMethod.own.contains { $0.rawValue == name }
            #expect(isKnown || isOurs || IdentityProviders.steps.contains(String(name)), "\(name)")
        }
    }
}
