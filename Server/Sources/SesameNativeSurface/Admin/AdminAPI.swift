import NIOHTTP1
package import SesameAccounts
package import SesameCore
package import SesameHTTP
package import SesameSurface

/// The admin API, for back ends and the command line, which use an admin key. Pages of other origins may not call it.
package struct AdminAPI: Sendable {
    let accounts: Services
    let apps: AppDirectory
    /// The server's build information, which `GET /admin/v1/server` returns.
    let build: JSONValue
    /// The one-time secret that creates the first admin key.
    let bootstrap: any FirstKeyOffer
    let log: SecurityLog

    package init(
        accounts: Services, apps: AppDirectory, build: JSONValue, bootstrap: any FirstKeyOffer, log: SecurityLog
    ) {
        self.accounts = accounts
        self.apps = apps
        self.build = build
        self.bootstrap = bootstrap
        self.log = log
    }

    /// Returns the surface with all routes under `/admin`.
    package func surface() -> Surface {
        let door = AdminAuthenticator(adminKeys: accounts.adminKeys, apps: apps, log: log)
        let groups = [
            AdminServerRoutes(build: build, door: door).routes,
            AdminAppRoutes(door: door).routes,
            AdminKeyRoutes(
                environment: accounts.environment, adminKeys: accounts.adminKeys, bootstrap: bootstrap, door: door
            ).routes,
            AdminSigningKeyRoutes(maintenance: accounts.maintenance, door: door).routes,
            AdminUserRoutes(directory: accounts.directory, door: door).routes,
            AdminUserChangeRoutes(
                operators: accounts.operators, deletion: accounts.deletion, exports: accounts.exports, door: door
            ).routes,
            AdminProfileRoutes(directory: accounts.directory, operators: accounts.operators, door: door).routes,
            AdminSessionRoutes(sessions: accounts.sessions, door: door).routes,
            AdminEventRoutes(events: accounts.events, door: door).routes,
            AdminPushRoutes(push: accounts.push, door: door).routes,
        ]
        return Surface(
            name: "admin", prefixes: ["/admin"], routes: groups.flatMap { $0 }, renderProblem: ErrorRenderer.render)
    }
}
