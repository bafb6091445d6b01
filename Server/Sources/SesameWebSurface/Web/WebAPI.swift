import SesameAccounts
import SesameHTTP
import SesameSurface

/// Sesame's own web pages: routes, cookies and forms. The services of `SesameAccounts` apply the rules of accounts and
/// sessions.
struct WebAPI: Sendable {
    let accounts: Services
    let pages: WebPages
    let authorization: AuthorizationAPI
    let log: SecurityLog

    /// Returns the surface with the routes of the start, sign-in, registration and account pages, and of emailed links.
    func surface() -> Surface {
        let door = AccountPageAuthenticator(sessions: accounts.sessions, pages: pages, log: log)
        let groups = [
            EntryRoutes(signIn: accounts.signIn, pages: pages, log: log).routes,
            RegisterRoutes(signIn: accounts.signIn, authorization: authorization, pages: pages, log: log).routes,
            AccountPageRoutes(
                sessions: accounts.sessions, push: accounts.push, events: accounts.events, linking: accounts.linking,
                door: door
            ).routes,
            AccountProofRoutes(
                sessions: accounts.sessions, logins: accounts.logins, secondFactors: accounts.secondFactors, door: door
            ).routes,
            AccountDataRoutes(
                sessions: accounts.sessions, deletion: accounts.deletion, exports: accounts.exports, door: door
            ).routes,
            AccountSessionRoutes(sessions: accounts.sessions, door: door).routes,
            AccountDeviceRoutes(push: accounts.push, door: door).routes,
            AccountLinkRoutes(linking: accounts.linking, door: door).routes,
            AccountFactorRoutes(secondFactors: accounts.secondFactors, door: door).routes,
            AccountProfileRoutes(sessions: accounts.sessions, account: accounts.account, door: door).routes,
            CodePageRoutes(
                codes: accounts.codes, logins: accounts.logins, sessions: accounts.sessions,
                firebaseProjects: accounts.firebaseProjects, pages: pages, log: log
            ).routes,
        ]
        return Surface(
            name: "web", prefixes: ["/apps", "/register", "/account", "/assets"],
            routes: pages.atPublicURL(groups.flatMap { $0 }),
            renderProblem: pages.render)
    }
}
