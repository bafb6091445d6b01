import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The routes that only Firebase's emulator has.
struct FirebaseEmulatorRoutes: Sendable {
    let codes: FirebaseCodeMethods
    let emulated: FirebaseEmulatorCodes
    let door: FirebaseAuthenticator

    var routes: [Route] {
        emulatedPaths(.DELETE, "accounts") { app, _, context async throws(AccountError) in
            try await door.projects.clearEmulator(app, context: context)
            emulated.forgetAll(of: app.id)
            return [:]
        }
            + emulatedPaths(.GET, "oobCodes") { app, _, _ async throws(AccountError) in
                ["oobCodes": .array(emulated.links(of: app.id))]
            }
            + emulatedPaths(.GET, "verificationCodes") { app, _, _ async throws(AccountError) in
                ["verificationCodes": .array(emulated.digits(of: app.id))]
            }
            + [
                emulatedPath(.GET, "config") { app, _, _ async throws(AccountError) in Self.emulatorConfiguration(app)
                },
                emulatedPath(.PATCH, "config") { app, body, _ async throws(AccountError) in
                    Self.emulatorConfiguration(try await change(app, by: body))
                },
                door.route(.GET, "/emulator/action", takes: .credential) { request, _ throws(AccountError) in
                    try await act(request)
                },
            ]
    }

    private typealias EmulatorReply =
        @Sendable (App, FirebaseBody, RequestContext) async throws(AccountError) -> JSONObject

    /// Returns two routes with the same handler: the path for a project's own users, and the path for a tenant's users.
    private func emulatedPaths(_ method: HTTPMethod, _ path: String, _ reply: @escaping EmulatorReply) -> [Route] {
        [emulatedPath(method, path, reply), emulatedPath(method, "tenants/{tenant}/\(path)", reply)]
    }

    private func emulatedPath(_ method: HTTPMethod, _ path: String, _ reply: @escaping EmulatorReply) -> Route {
        door.route(method, "/emulator/v1/projects/{project}/\(path)", takes: .none, policy: .firebase) {
            request, parameters throws(AccountError) in
            let project = try await door.project(named: parameters["project"])
            let body = try request.firebaseBody(Self.emulatorSchema)
            let app = try await door.app(project, tenant: parameters["tenant"], FirebaseBody([:]))
            return .firebase(try await reply(app, body, request.context(in: app)))
        }
    }

    private static let emulatorSchema = FirebaseSchema([
        "signIn": .object(FirebaseSchema(["allowDuplicateEmails": .bool])),
        "emailPrivacyConfig": .object(FirebaseSchema(["enableImprovedEmailPrivacy": .bool])),
    ])

    private static func emulatorConfiguration(_ app: App) -> JSONObject {
        let rules = app.firebase?.rules ?? FirebaseSignInPolicy()
        return [
            "signIn": ["allowDuplicateEmails": .bool(rules.allowsDuplicateEmails)],
            "emailPrivacyConfig": ["enableImprovedEmailPrivacy": .bool(rules.emailEnumerationProtection)],
        ]
    }

    /// Changes the project's settings that the body contains, and returns the changed project.
    private func change(_ project: App, by body: FirebaseBody) async throws(AccountError) -> App {
        let known = try await door.projects.firebaseUserPool(of: project)
        var settings = known?.settings ?? [:]
        for member in body.members.members { settings[member.name] = member.value }
        return try await door.projects.setFirebaseSettings(settings, ofProject: project)
    }
}

extension FirebaseEmulatorRoutes {
    /// Handles `GET /emulator/action`, the target of an emulator's links. Performs the link's action and responds with
    /// JSON, or with a redirect if the link has a `continueUrl`. A sign-in link only redirects to the app.
    private func act(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let code = request.query["oobCode"] ?? ""
        guard let mode = request.query["mode"], !mode.isEmpty else {
            return Self.failed("missing query parameter `mode`")
        }
        guard !code.isEmpty else { return Self.failed("missing query parameter `oobCode`") }
        let project = try await project(ofLink: request)
        let app =
            if let id = request.query["tenantId"] { try await door.tenant(id, of: project) } else { project }
        switch mode {
        case "signIn":
            guard let target = Self.target(of: request) else {
                return Self.failed("Missing \"continueUrl\" query parameter")
            }
            let fields: KeyValuePairs<String, String?> = [
                "mode": mode, "lang": request.query["lang"] ?? "en", "oobCode": code,
                "apiKey": request.query["apiKey"],
            ]
            return .redirect(to: FormURLEncoder.address(target, fields))
        case "resetPassword":
            guard let password = request.query["newPassword"], !password.isEmpty else {
                return Self.failed(
                    "missing newPassword query parameter",
                    "To reset the password, append '&newPassword=...' to the link.")
            }
            return try await done(request, "The password has been successfully updated.") {
                () async throws(AccountError) -> String in
                _ = try await codes.resetPassword(
                    request, app, FirebaseBody(["oobCode": .string(code), "newPassword": .string(password)]))
                return code
            }
        case "verifyEmail", "verifyAndChangeEmail", "recoverEmail":
            return try await done(request, "The email has been successfully verified.") {
                () async throws(AccountError) -> String in
                _ = try await codes.applyCode(Secret(code), app, request)
                return code
            }
        default: return Self.failed("Invalid mode")
        }
    }

    private func project(ofLink request: HTTPRequest) async throws(AccountError) -> App {
        if let app = (request.query["apiKey"] ?? "").isEmpty
            ? nil : door.apps.app(firebaseKey: request.query["apiKey"] ?? "")
        {
            return try await door.projects.firebaseProject(app)
        }
        return try await door.project(named: request.query["projectId"] ?? door.apps.firebaseApp?.firebase?.projectID)
    }

    private func done(
        _ request: HTTPRequest, _ sentence: String, _ act: () async throws(AccountError) -> String
    ) async throws(AccountError) -> HTTPResponse {
        do throws(AccountError) {
            _ = try await act()
        } catch {
            let message = error.inWords(\.inCodeWords).firebaseMessage
            guard message.hasPrefix("INVALID_OOB_CODE") else { return Self.failed(message) }
            return Self.failed(
                "Your request to verify your email or reset your password has expired or the link has already been used.",
                "Try again.")
        }
        if let target = Self.target(of: request) { return .redirect(to: target) }
        return .firebase(["authEmulator": ["success": .string(sentence)]])
    }

    /// Returns the continue URL of an emailed link (`continueUrl`); nil if it is missing or not an `http` or `https` URL.
    private static func target(of request: HTTPRequest) -> String? {
        request.query["continueUrl"].flatMap { FirebaseCodeRequest.host(of: $0) == nil ? nil : $0 }
    }

    private static func failed(_ error: String, _ instructions: String? = nil) -> HTTPResponse {
        var own: JSONObject = ["error": .string(error)]
        own["instructions"] = instructions.map { .string($0) }
        let body: JSONObject = ["authEmulator": .object(own)]
        return .json(JSONValue.object(body).serialized(), status: .badRequest)
    }
}
