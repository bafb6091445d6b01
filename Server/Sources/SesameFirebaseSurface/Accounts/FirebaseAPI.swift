import SesameAccounts
import SesameHTTP

/// The routes of Firebase Authentication's REST APIs, such as Identity Toolkit and Secure Token.
struct FirebaseAPI: Sendable {
    let accounts: Services
    let door: FirebaseAuthenticator

    /// The path prefixes below which unknown paths get an error in Firebase's format.
    static let prefixes = [
        "/identitytoolkit.googleapis.com", "/securetoken.googleapis.com", "/www.googleapis.com", "/identitytoolkit",
        "/robot", "/service_accounts", "/oauth2.googleapis.com", "/v1/projects", "/v2/projects", "/v2/accounts",
        "/emulator",
    ]

    /// Returns the surface with all routes of the APIs. If the server replaces Firebase's emulator, the surface
    /// includes the emulator's routes.
    func surface() -> Surface {
        let sent = FirebaseSentCodes(codes: accounts.codes, firebase: accounts.firebase, emulated: door.emulated)
        let codes = FirebaseCodeMethods(codes: accounts.codes, logins: accounts.logins, sent: sent, door: door)
        let admin = FirebaseAdminRoutes(
            operators: accounts.operators, deletion: accounts.deletion, codes: codes, door: door)
        let client = FirebaseClientRoutes(methods: methods(codes, sent), admin: admin, door: door)
        let factors = FirebaseFactorRoutes(
            secondFactors: accounts.secondFactors, sessions: accounts.sessions, door: door)
        let emulator = door.emulated.map { FirebaseEmulatorRoutes(codes: codes, emulated: $0, door: door).routes }
        return Surface(
            name: "firebase", contract: .vendor, prefixes: Self.prefixes,
            routes: FirebaseKeyRoutes(door: door).routes + client.routes + factors.routes
                + FirebaseTokenRoutes(door: door).routes + admin.routes + FirebaseProjectRoutes(door: door).routes
                + (emulator ?? []), cors: .open,
            renderProblem: Self.render)
    }

    private func methods(_ codes: FirebaseCodeMethods, _ sent: FirebaseSentCodes) -> [FirebaseMethod] {
        FirebaseSignUpMethods(signIn: accounts.signIn, logins: accounts.logins, door: door).methods
            + FirebaseProviderMethods(signIn: accounts.signIn, linking: accounts.linking, door: door).methods
            + FirebasePasswordMethods(logins: accounts.logins, door: door).methods
            + FirebasePhoneMethods(
                codes: accounts.codes, logins: accounts.logins, sent: sent, environment: accounts.environment,
                door: door
            ).methods
            + FirebaseAccountMethods(deletion: accounts.deletion, door: door).methods
            + FirebaseUpdateMethods(logins: accounts.logins, codes: codes, door: door).methods
            + codes.methods
    }

    @Sendable static func render(_ problem: HTTPError, _ refused: FailedRequest) -> HTTPResponse {
        FirebaseError(problem).response
    }
}
