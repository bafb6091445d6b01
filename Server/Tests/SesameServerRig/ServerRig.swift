import Foundation
package import SesameAccounts
import SesameCore
package import SesameSQLite
import SesameTokens
import SesameWire

/// The server's services over a real database, with two apps and a clock that the test advances.
package final class ServerRig: Sendable {
    package let accounts: Services
    package let apps: AppDirectory
    package let storage: SQLiteStorage
    private let folder: String
    private let clock = Locked(1_800_000_000.0)

    package init(publicURL: String = "http://127.0.0.1:8080") async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)").path
        storage = try SQLiteStorage(folder: folder)
        let clock = clock
        let environment = SesameAccounts.RuntimeEnvironment(clock: {
            Date(timeIntervalSince1970: clock.withLock { $0 })
        })
        let masterKey = try MasterKey((0..<32).map { UInt8($0 * 7 + 7) })
        let keys = try await KeyRing(
            storage: storage, environment: environment, masterKey: masterKey, schedule: KeyRotationSchedule())
        accounts = Services(
            storage: storage, environment: environment, credentials: CredentialVerifier([:]), keys: keys,
            masterKey: masterKey, publicURL: publicURL)
        guard let couple = AppID("couple"), let castmate = AppID("castmate") else {
            preconditionFailure("these are names of apps")
        }
        apps = AppDirectory([
            App(
                id: couple,
                providers: [.google: ProviderSettings(clientIDs: ["web"], defaultNonceForm: .raw)],
                allowsAnonymous: true, profile: Self.profile, labels: Self.labels),
            App(
                id: castmate, signUp: .explicit, roles: ["ACTEUR", "RECRUTEUR"],
                profile: ProfileSchema(required: ["nom", "prenom"], optional: ["bio"]), labels: Self.labels,
                language: "fr"),
        ])
    }

    /// Labels for some roles, profile fields and onboarding steps, in English and French.
    package static let labels = AppLabels([
        "en": [
            "ACTEUR": "Actor", "RECRUTEUR": "Agency", "nom": "Last name", "birthDate": "Date of birth",
            "aboutYou": "About you", "goals": "Your goals",
        ],
        "fr": ["ACTEUR": "Acteur", "RECRUTEUR": "Agence", "nom": "Nom", "aboutYou": "Vous", "goals": "Vos souhaits"],
    ])

    /// A profile schema with a field of every type, and an onboarding.
    package static let profile = ProfileSchema(
        fields: [
            ProfileFieldDefinition("name"), ProfileFieldDefinition("age", .integer()),
            ProfileFieldDefinition("height", .number()),
            ProfileFieldDefinition("goals", .strings), ProfileFieldDefinition("birthDate", .date),
            ProfileFieldDefinition("subscribed", .bool),
            ProfileFieldDefinition("mood", .choice(["fine", "well"])),
            ProfileFieldDefinition("place", .object([.init("city", .string()), .init("latitude", .number())])),
            ProfileFieldDefinition("isSubscribed", .bool, owner: .server, initial: false),
        ],
        required: ["name"], onboarding: OnboardingPlan(steps: ["aboutYou", "goals"]))

    deinit {
        storage.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    package func advance(by seconds: Double) { clock.withLock { $0 += seconds } }
}
