import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameText
import Testing

@testable import SesameSurface
@testable import SesameWebSurface

/// Tests of adding sign-in methods on the account page.
struct WebLinkTests {
    @Test(arguments: Language.allCases)
    func `linking a provider shows a page that continues to it automatically`(language: Language) async throws {
        let rig = try await WebRig()
        let token = try #require(try await rig.guest().hidden("token"))
        let page = try await rig.post("/sign-in/link/google?lang=\(language.rawValue)", [("token", token)])
        #expect(page.status == .ok && page.isSound(in: language))
        let address = try #require(page.headers["Refresh"].first).dropFirst("0;url=".count)
        #expect(address.hasPrefix(OAuthEndpoints.google.authorization) && address.contains("prompt=select_account"))
        #expect(page.headers["Set-Cookie"].contains { $0.hasPrefix("sesame_browser=") })
    }

    @Test(
        arguments: [
            (.implicit, [], [], true), (.implicit, [], ["nom"], true), (.explicit, [], [], true),
            (.implicit, ["ACTEUR"], [], false), (.explicit, [], ["nom"], false),
        ] as [(SignUpPolicy, [String], [String], Bool)])
    func `a guest that needs a sign-up form is offered no link`(
        signUp: SignUpPolicy, roles: [String], required: [String], isOffered: Bool
    ) async throws {
        let rig = try await WebRig()
        let app = App(
            id: try #require(AppID("couple")), allowsAnonymous: true, signUp: signUp, roles: roles,
            profile: ProfileSchema(required: required))
        let guest = Account(
            id: AccountID("guest"), app: app.id, createdAt: rig.accounts.environment.now,
            lastSignInAt: rig.accounts.environment.now,
            profile: StoredProfile(updatedAt: rig.accounts.environment.now))
        let markup = rig.pages.additions(
            AccountRecord(account: guest, identities: []), app, "",
            rig.pages.context(try rig.request(.GET, "/"), app: app))
        #expect(markup.text.contains("/sign-in/link/google") == isOffered)
    }
}
