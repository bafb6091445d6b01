import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

/// The native API, which translates between HTTP and the domain.
struct NativeAPI: Sendable {
    let accounts: Services
    let apps: AppDirectory
    let log: SecurityLog

    /// Returns the surface with all native routes.
    func surface(cors: CORSPolicy) -> Surface {
        let door = NativeAuthenticator(sessions: accounts.sessions, apps: apps, log: log)
        let groups = [
            SignInRoutes(providers: accounts.providers, signIn: accounts.signIn, door: door).routes,
            SecondFactorRoutes(
                secondFactors: accounts.secondFactors, codes: accounts.codes, sessions: accounts.sessions,
                door: door
            ).routes,
            PasswordRoutes(logins: accounts.logins, codes: accounts.codes, door: door).routes,
            CodeRoutes(codes: accounts.codes, sessions: accounts.sessions, logins: accounts.logins, door: door).routes,
            SessionRoutes(sessions: accounts.sessions, door: door).routes,
            AccountRoutes(account: accounts.account, deletion: accounts.deletion, exports: accounts.exports, door: door)
                .routes,
            ProfileRoutes(sessions: accounts.sessions, account: accounts.account, door: door).routes,
            LinkRoutes(linking: accounts.linking, authorization: accounts.authorization, door: door).routes,
            DeviceRoutes(push: accounts.push, door: door).routes,
            EventRoutes(events: accounts.events, door: door).routes,
        ]
        return Surface(
            name: "native", prefixes: ["/v1"], routes: groups.flatMap { $0 }, cors: cors,
            renderProblem: ErrorRenderer.render)
    }
}

extension HTTPResponse {
    /// Returns the response with a header field for the device token; unchanged if there is no token.
    func giving(_ device: Secret?) -> HTTPResponse {
        guard let device else { return self }
        var response = self
        response.headers.add(name: Self.device, value: device.exposed)
        return response
    }

}
