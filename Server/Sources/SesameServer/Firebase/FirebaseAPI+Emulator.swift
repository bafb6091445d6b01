import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseAPI {
    /// What Firebase's emulator has beside the real service; nothing of it is there on any other server.
    var emulatorRoutes: [Route] {
        guard isEmulator else { return [] }
        return [
            emulated(.DELETE, "accounts") { app, _, context async throws(FirebaseError) in
                try await domain { () async throws(Refusal) in
                    try await accounts.emptyEmulator(app, context: context)
                }
                return [:]
            },
            emulated(.GET, "config") { _, _, _ async throws(FirebaseError) in Self.emulatorConfiguration },
            emulated(.PATCH, "config") { _, body, _ async throws(FirebaseError) in
                try Self.requireUnchanged(body)
                return Self.emulatorConfiguration
            },
        ]
    }

    private func emulated(
        _ method: HTTPMethod, _ path: String,
        _ reply: @escaping @Sendable (App, FirebaseBody, RequestContext) async throws(FirebaseError) -> JSONObject
    ) -> Route {
        Route(method, "/emulator/v1/projects/{project}/\(path)", policy: .firebase) { request, parameters in
            await answer(request) { () async throws(FirebaseError) in
                let app = try app(ofProject: parameters["project"])
                let body = try request.firebaseBody(Self.emulatorSchema)
                return .firebase(try await reply(app, body, request.context(in: app)))
            }
        }
    }

    private static let emulatorSchema = FirebaseSchema([
        "signIn": .object(FirebaseSchema(["allowDuplicateEmails": .bool])),
        "emailPrivacyConfig": .object(FirebaseSchema(["enableImprovedEmailPrivacy": .bool])),
    ])

    /// The rules are the same as everywhere: they cannot be turned off for a test.
    private static let emulatorConfiguration: JSONObject = [
        "signIn": ["allowDuplicateEmails": true], "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
    ]

    private static func requireUnchanged(_ body: FirebaseBody) throws(FirebaseError) {
        guard body.object("signIn")?.optionalBool("allowDuplicateEmails") ?? true,
            body.object("emailPrivacyConfig")?.optionalBool("enableImprovedEmailPrivacy") ?? true
        else { throw .notImplemented("the rules of sign-in are those of the server, in an emulator as well") }
    }
}
