import NIOHTTP1
package import SesameAccounts
import SesameCore
package import SesameHTTP
package import SesameSurface

/// Appwrite's protocol, for apps with an Appwrite project: clients written for Appwrite sign users in to this server.
///
/// The surface only translates requests and responses. It uses the same accounts, sessions, devices and rules as the
/// native API.
package struct AppwriteAPI: Sendable {
    let accounts: Services
    let apps: AppDirectory
    let publicURL: String
    let log: SecurityLog
    /// True if back ends may use admin keys on Appwrite's routes; false if the operator has a separate admin address.
    let takesAdminKeys: Bool
    let depart: AppwriteDeparture

    /// Creates the protocol's surface from the server's services.
    ///
    /// - Parameter depart: The function that redirects a browser to a provider.
    package init(
        accounts: Services, apps: AppDirectory, publicURL: String, log: SecurityLog, takesAdminKeys: Bool,
        depart: @escaping AppwriteDeparture
    ) {
        self.accounts = accounts
        self.apps = apps
        self.publicURL = publicURL
        self.log = log
        self.takesAdminKeys = takesAdminKeys
        self.depart = depart
    }

    /// Returns the surface: all Appwrite routes, the CORS policy, and the form of errors.
    package func surface() -> Surface {
        let door = AppwriteAuthenticator(
            sessions: accounts.sessions, adminKeys: accounts.adminKeys, environment: accounts.environment,
            limiter: accounts.limiter, apps: apps, publicURL: publicURL, log: log, takesAdminKeys: takesAdminKeys)
        let users = AppwriteUsers(directory: accounts.directory, push: accounts.push)
        let sentCodes = AppwriteCodes(
            codes: accounts.codes, logins: accounts.logins, sessions: accounts.sessions, door: door)
        let factors = AppwriteFactors(
            sessions: accounts.sessions, secondFactors: accounts.secondFactors, door: door)
        let changes = AppwriteUserChangeRoutes(
            directory: accounts.directory, operators: accounts.operators, account: accounts.account, users: users,
            door: door)
        // New apps send this request to check the connection.
        let ping = door.route(.GET, "/v1/ping") { _ in .text("Pong!") }
        let groups = [
            [ping],
            AppwriteAccountRoutes(
                deletion: accounts.deletion, account: accounts.account, sessions: accounts.sessions, users: users,
                door: door
            ).routes,
            AppwriteActivityRoutes(
                sessions: accounts.sessions, linking: accounts.linking, events: accounts.events, door: door
            ).routes,
            AppwriteLoginRoutes(
                account: accounts.account, logins: accounts.logins, sessions: accounts.sessions, users: users,
                door: door
            ).routes,
            AppwriteCodeRoutes(sentCodes: sentCodes, door: door).routes,
            AppwriteProofRoutes(
                sessions: accounts.sessions, logins: accounts.logins, directory: accounts.directory,
                sentCodes: sentCodes, door: door
            ).routes,
            AppwriteSignInRoutes(
                signIn: accounts.signIn, providers: accounts.providers, linking: accounts.linking,
                codes: accounts.codes, grants: accounts.grants, sentCodes: sentCodes, door: door
            ).routes,
            AppwriteSessionRoutes(
                sessions: accounts.sessions, secondFactors: accounts.secondFactors, factors: factors, door: door
            ).routes,
            AppwriteFactorRoutes(
                sessions: accounts.sessions, secondFactors: accounts.secondFactors, users: users, factors: factors,
                door: door
            ).routes,
            AppwriteChallengeRoutes(secondFactors: accounts.secondFactors, factors: factors, door: door).routes,
            AppwriteTargetRoutes(push: accounts.push, door: door).routes,
            AppwriteBrowserRoutes(
                sessions: accounts.sessions, authorization: accounts.authorization, grants: accounts.grants,
                depart: depart, door: door
            ).routes,
            AppwriteUserRoutes(
                deletion: accounts.deletion, directory: accounts.directory, operators: accounts.operators,
                events: accounts.events, users: users, door: door
            ).routes,
            changes.routes,
            AppwriteUserHashRoutes(changes: changes, door: door).routes,
            AppwriteUserFactorRoutes(
                directory: accounts.directory, secondFactors: accounts.secondFactors, operators: accounts.operators,
                users: users, door: door
            ).routes,
            AppwriteUserIdentityRoutes(directory: accounts.directory, operators: accounts.operators, door: door).routes,
            AppwriteUserSessionRoutes(sessions: accounts.sessions, door: door).routes,
            AppwriteUserTargetRoutes(directory: accounts.directory, push: accounts.push, users: users, door: door)
                .routes,
            AppwriteActingRoutes(
                operators: accounts.operators, grants: accounts.grants, sessions: accounts.sessions, door: door
            ).routes,
        ]
        return Surface(
            name: "appwrite", contract: .vendor, prefixes: ["/v1/account", "/v1/users", "/v1/ping"],
            routes: groups.flatMap { $0 },
            cors: CORSPolicy(
                origins: apps.appwriteOrigins, requestHeaders: Self.requestHeaders,
                exposedHeaders: [
                    "X-Request-ID", "Retry-After", AppwriteCookies.fallback, AppwriteHeader.newAccount,
                    AppwriteHeader.manualRevocation, AppwriteHeader.recoveryCodesLeft,
                ] + AppwriteAuthenticator.limitFields,
                allowsCredentials: true),
            renderProblem: { problem, _ in AppwriteError(problem).response })
    }

    private static let requestHeaders = [
        "Content-Type", "Accept", "Origin", "Cache-Control", "X-Requested-With", AppDirectory.appwriteHeader,
        "X-Appwrite-Session", "X-Appwrite-JWT", "X-Appwrite-Locale", "X-Appwrite-Mode", "X-Appwrite-Response-Format",
        "X-Appwrite-Timestamp", "X-Appwrite-ID", "X-SDK-Name", "X-SDK-Platform", "X-SDK-Language", "X-SDK-Version",
        "X-SDK-GraphQL", "X-SDK-Profile", AppwriteCookies.fallback,
    ]
}
