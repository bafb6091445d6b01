import SesameAccounts
import SesameCore

/// A tenant's REST resource, and the settings that its operator may change.
/// https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.tenants
struct FirebaseTenant: Sendable {
    static let notFound = FirebaseError(404, "TENANT_NOT_FOUND", name: "NOT_FOUND", reason: "notFound")

    let population: FirebaseUserPool
    let project: App

    static let schema = FirebaseSchema([
        "name": .string, "tenantId": .string, "displayName": .string, "allowPasswordSignup": .bool,
        "enableEmailLinkSignin": .bool, "enableAnonymousUser": .bool, "disableAuth": .bool,
        "mfaConfig": .object(
            FirebaseSchema(["state": .choice(states), "enabledProviders": .list(.choice(providers))])),
    ])
    private static let states = ["STATE_UNSPECIFIED", "DISABLED", "ENABLED", "MANDATORY"]
    private static let providers = ["PROVIDER_UNSPECIFIED", "PHONE_SMS"]
    private static let switches = [
        "allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser", "disableAuth",
    ]

    /// Returns the complete settings of a tenant: a missing switch is off. Throws `INVALID_DISPLAY_NAME` for an invalid
    /// name.
    static func whole(_ settings: JSONObject) throws(AccountError) -> JSONObject {
        var whole: JSONObject = [:]
        if let name = settings["displayName"]?.string, !name.isEmpty {
            guard isName(name) else {
                throw .firebase("INVALID_DISPLAY_NAME", "the name must be a letter, then 3 to 19 letters, digits or -")
            }
            whole["displayName"] = .string(name)
        }
        for name in switches { whole[name] = .bool(settings[name]?.bool ?? false) }
        let factors = settings["mfaConfig"]?.object ?? [:]
        whole["mfaConfig"] = [
            "state": factors["state"] ?? "DISABLED", "enabledProviders": factors["enabledProviders"] ?? [],
        ]
        return whole
    }

    var json: JSONObject {
        let project = project.firebase?.projectID ?? ""
        let tenant = population.tenant ?? ""
        var json: JSONObject = ["name": .string("projects/\(project)/tenants/\(tenant)"), "tenantId": .string(tenant)]
        for member in population.settings.members { json[member.name] = member.value }
        return json
    }

    private static func isName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (4...20).contains(bytes.count), let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { byte in
            isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
