import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

extension FirebaseProjectRoutes {
    /// The operator's routes for a project's settings.
    var configurationRoutes: [Route] {
        operatorRoutes(.GET, "/config", .usersRead) { _, project, _, _ async throws(AccountError) in
            try await configuration(of: project)
        }
            + operatorRoutes(.PATCH, "/config", .usersWrite) { request, project, _, _ async throws(AccountError) in
                try await changeConfiguration(request, project)
            }
            + ["/v1/projects/{project}", "/identitytoolkit.googleapis.com/v1/projects/{project}"].map { path in
                door.route(.GET, path, takes: .credential) { request, parameters throws(AccountError) in
                    let project = try await door.project(named: parameters["project"])
                    _ = try await door.requireOperator(request, of: project, .usersRead)
                    return .firebase(self.project(project))
                }
            }
    }

    private static let configSchema = FirebaseSchema([
        "name": .string, "signIn": .object(FirebaseSchema(["allowDuplicateEmails": .bool])),
        "emailPrivacyConfig": .object(FirebaseSchema(["enableImprovedEmailPrivacy": .bool])),
        "authorizedDomains": .list(.string),
        "blockingFunctions": .object(
            FirebaseSchema([
                "triggers": .anyObject,
                "forwardInboundCredentials": .object(
                    FirebaseSchema(["idToken": .bool, "accessToken": .bool, "refreshToken": .bool])),
            ])),
    ])
    private static let triggers = ["beforeCreate", "beforeSignIn", "beforeSendEmail", "beforeSendSms"]

    private func configuration(of project: App) async throws(AccountError) -> JSONObject {
        let known = try await door.projects.firebaseUserPool(of: project)
        let rules = project.firebase?.rules ?? FirebaseSignInPolicy()
        return [
            "name": .string("projects/\(project.firebase?.projectID ?? "")/config"),
            "signIn": ["allowDuplicateEmails": .bool(rules.allowsDuplicateEmails)],
            "emailPrivacyConfig": ["enableImprovedEmailPrivacy": .bool(rules.emailEnumerationProtection)],
            "blockingFunctions": known?.settings["blockingFunctions"] ?? [:],
            "authorizedDomains": .array((project.firebase?.authorizedDomains ?? []).map { .string($0) }),
        ]
    }

    /// Changes a project's settings. Outside an emulator, the settings for duplicate addresses, email enumeration
    /// protection and authorized domains come from the server's configuration: a request that changes one is refused,
    /// and an unchanged value is accepted.
    private func changeConfiguration(_ request: HTTPRequest, _ project: App) async throws(AccountError) -> JSONObject {
        let change = try request.firebaseBody(Self.configSchema).members
        try Self.check(change["blockingFunctions"])
        let known = try await door.projects.firebaseUserPool(of: project)
        let settings =
            FieldMask(request.query["updateMask"]).map { $0.applied(change, to: known?.settings ?? [:]) } ?? change
        var kept: JSONObject = [:]
        for name in ["signIn", "emailPrivacyConfig", "blockingFunctions"] { kept[name] = settings[name] }
        if !door.isEmulator { try requireUnchanged(settings, of: project) }
        let changed = try await door.projects.setFirebaseSettings(kept, ofProject: project)
        return try await configuration(of: changed)
    }

    private func requireUnchanged(_ settings: JSONObject, of project: App) throws(AccountError) {
        let rules = project.firebase?.rules ?? FirebaseSignInPolicy()
        let duplicates = settings["signIn"]?["allowDuplicateEmails"]?.bool ?? rules.allowsDuplicateEmails
        let hides =
            settings["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"]?.bool ?? rules.emailEnumerationProtection
        let domains = settings["authorizedDomains"]?.array?.compactMap(\.string)
        guard duplicates == rules.allowsDuplicateEmails, hides == rules.emailEnumerationProtection,
            domains == nil || domains == project.firebase?.authorizedDomains,
            settings["blockingFunctions"]?.object?.isEmpty ?? true
        else {
            throw .firebase("OPERATION_NOT_ALLOWED", "this setting can be changed only in the server's configuration")
        }
    }

    /// Checks that the settings contain no blocking function, because blocking functions are not supported. A malformed
    /// one has its own error, `INVALID_BLOCKING_FUNCTION`.
    private static func check(_ functions: JSONValue?) throws(AccountError) {
        for trigger in functions?["triggers"]?.object?.members ?? [] {
            let address = trigger.value["functionUri"]?.string ?? ""
            guard triggers.contains(trigger.name), FirebaseCodeRequest.host(of: address) != nil else {
                throw .firebase(
                    "INVALID_BLOCKING_FUNCTION",
                    "((expected one of the events \(triggers.joined(separator: ", ")), and a URL))")
            }
            throw .notImplemented("blocking functions are not supported")
        }
    }
}
