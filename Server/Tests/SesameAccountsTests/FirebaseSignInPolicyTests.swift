import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

struct FirebaseSignInPolicyTests {
    @Test func `sign-in methods missing from a tenant's settings are off, and other settings stay unchanged`() {
        var expected = FirebaseSignInPolicy.emulated
        expected.allowsPasswords = false
        expected.allowsLinks = false
        expected.allowsAnonymous = false
        #expect(FirebaseSignInPolicy.emulated.with(tenant: [:]) == expected)
        let all: JSONObject = [
            "allowPasswordSignup": true, "enableEmailLinkSignin": true, "enableAnonymousUser": true,
            "disableAuth": false,
        ]
        #expect(FirebaseSignInPolicy.emulated.with(tenant: all) == .emulated)
        #expect(FirebaseSignInPolicy().with(tenant: ["disableAuth": true]).isDisabled)
    }

    @Test func `settings missing from a project stay unchanged`() {
        let duplicates = FirebaseSignInPolicy.emulated.with(project: ["signIn": ["allowDuplicateEmails": true]])
        #expect(duplicates.allowsDuplicateEmails && !duplicates.emailEnumerationProtection)
        let hidden = FirebaseSignInPolicy.emulated.with(project: [
            "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]
        ])
        #expect(hidden.emailEnumerationProtection && !hidden.allowsDuplicateEmails)
        #expect(FirebaseSignInPolicy().with(project: ["signIn": "nonsense"]) == FirebaseSignInPolicy())
    }

    @Test func `stored emulator settings are ignored by a server that signs tokens`() async throws {
        let rig = try await PasswordRig()
        let project = App(id: rig.app.id, firebase: FirebaseSettings(projectID: "shop-1", apiKeys: ["k"]))
        let said = FirebaseUserPool(
            id: project.id, project: project.id, tenant: nil,
            settings: ["signIn": ["allowDuplicateEmails": false]], createdAt: .now)
        try await rig.storage.engine.write { transaction throws(StorageError) in try transaction.put(said) }
        let found = try await rig.accounts.firebaseProjects.firebaseProject(project)
        #expect(found.firebase?.rules == FirebaseSignInPolicy() && FirebaseSignInPolicy().allowsDuplicateEmails)
    }

    @Test func `every tenant and project has its own stable app id`() throws {
        let (one, two) = (try #require(AppID("one")), try #require(AppID("two")))
        let ids = [
            AppID(ofTenant: "a", in: one), AppID(ofTenant: "b", in: one), AppID(ofTenant: "a", in: two),
            AppID(ofProject: "one"), AppID(ofProject: "two"),
        ]
        #expect(Set(ids).count == ids.count)
        #expect(AppID(ofTenant: "a", in: one) == ids[0])
        for id in ids { #expect(AppID(id.description) == id) }
    }

    @Test func `a tenant belongs to its project and enables nothing that its project disables`() throws {
        let project = App(
            id: try #require(AppID("shop")), passwords: PasswordPolicy(),
            firebase: FirebaseSettings(projectID: "shop-1", apiKeys: ["k"]))
        let population = FirebaseUserPool(
            id: AppID(ofTenant: "t", in: project.id), project: project.id, tenant: "t",
            settings: ["enableAnonymousUser": true], createdAt: .now)
        let tenant = project.tenant(population)
        #expect(tenant.id == population.id && tenant.configuredAppID == project.id && tenant.firebase?.tenant == "t")
        #expect(!tenant.allowsAnonymous)
        #expect(project.emulated(with: .builtIn).tenant(population).allowsAnonymous)
        #expect(project.standingIn(forFirebaseProject: "other").firebase?.projectID == "other")
    }
}
