package import SesameCore
import SesameTokens
import SesameWire

/// Methods that find the project or tenant of a request in Firebase's protocol.
extension FirebaseProjectService {
    /// Returns the app unchanged or, in an emulator, with all features and the stored settings of its project.
    package func firebaseProject(_ app: App) async throws(AccountError) -> App {
        // Settings that an emulator stored apply to an emulator only.
        guard isEmulator else { return app }
        let project = app.emulated(with: definitions)
        return project.with(
            try await read { reader throws(StorageError) in try reader.firebaseUserPool(project.id) })
    }

    /// Returns the project with the id; nil if it does not exist. In an emulator every id of up to 128 bytes exists: an
    /// id that is not configured stands for a copy of a configured project, with its own accounts.
    package func firebaseProject(_ id: String, in apps: AppDirectory) async throws(AccountError) -> App? {
        if let app = apps.app(firebaseProject: id) { return try await firebaseProject(app) }
        guard isEmulator, (1...128).contains(id.utf8.count), let template = apps.firebaseApp else { return nil }
        return try await firebaseProject(template.standingIn(forFirebaseProject: id))
    }

    /// Returns one of a project's tenants; nil if it does not exist. An emulator creates a missing tenant, with all
    /// sign-in methods allowed.
    package func firebaseTenant(_ id: String, of project: App) async throws(AccountError) -> App? {
        guard FirebaseUserPool.isValid(tenant: id) else { return nil }
        let key = AppID(ofTenant: id, in: project.id)
        let known = try await read { reader throws(StorageError) in try reader.firebaseUserPool(key) }
        if let known { return project.tenant(known) }
        guard isEmulator else { return nil }
        return project.tenant(try await keepTenant(id, of: project, settings: FirebaseUserPool.everythingOn))
    }

    /// Returns the tenant that a refresh token belongs to, if it is a tenant of the project; otherwise the project
    /// itself.
    package func firebaseApp(ofRefreshToken presented: Secret, in project: App) async throws(AccountError) -> App {
        guard let token = FirebaseRefreshToken(presented, key: firebaseKeys.refresh) else { return project }
        let found = try await read { reader throws(StorageError) -> FirebaseUserPool? in
            guard let session = try reader.session(token.session), session.app != project.id else { return nil }
            return try reader.firebaseUserPool(session.app)
        }
        guard let found, found.project == project.id, found.tenant != nil else { return project }
        return project.tenant(found)
    }

    /// Returns the tenant whose accounts are stored under the id, for the pages that emailed links open; nil if the id
    /// does not belong to a tenant.
    package func firebaseApp(keptUnder id: AppID, in apps: AppDirectory) async throws(AccountError) -> App? {
        let found = try await read { reader throws(StorageError) in try reader.firebaseUserPool(id) }
        guard let found, found.tenant != nil, let app = apps[found.project] else { return nil }
        return try await firebaseProject(app).tenant(found)
    }

    /// Returns the tenant's id in an ID token; nil if there is none. The token is not verified: the id only selects the
    /// accounts to search.
    package static func firebaseTenant(statedBy idToken: Secret) -> String? {
        guard let claims = try? CompactJWS(parsing: idToken.exposed).claims() else { return nil }
        return claims["firebase"]?["tenant"]?.string
    }
}

/// Methods that read and change the settings and tenants of projects.
extension FirebaseProjectService {
    /// Stores the settings of a project's own accounts, and returns the project with them.
    package func setFirebaseSettings(
        _ settings: JSONObject, ofProject project: App
    ) async throws(AccountError) -> App {
        _ = try await keep(settings, under: project.id, of: project.id, tenant: nil)
        return project.with(
            try await read { reader throws(StorageError) in try reader.firebaseUserPool(project.id) })
    }

    /// Returns the stored settings of a project or tenant; nil if none are stored.
    package func firebaseUserPool(of app: App) async throws(AccountError) -> FirebaseUserPool? {
        try await read { reader throws(StorageError) in try reader.firebaseUserPool(app.id) }
    }

    /// Returns a project's tenants in the order of their ids, at most `limit` of them, after the given one.
    package func firebaseTenants(
        of project: App, after tenant: String?, limit: Int
    ) async throws(AccountError) -> [FirebaseUserPool] {
        try await read { reader throws(StorageError) in
            try reader.firebaseTenants(of: project.id, after: tenant, limit: limit)
        }
    }

    /// Creates a tenant with the settings and a random id that begins with `t-`.
    package func createFirebaseTenant(
        _ settings: JSONObject, of project: App
    ) async throws(AccountError) -> FirebaseUserPool {
        try await keepTenant("t-\(environment.randomID())", of: project, settings: settings)
    }

    /// Replaces the settings of a tenant; throws if the tenant does not exist. An emulator creates a missing tenant
    /// instead.
    package func changeFirebaseTenant(
        _ id: String, of project: App, to settings: JSONObject
    ) async throws(AccountError) -> FirebaseUserPool {
        guard try await firebaseTenant(id, of: project) != nil else { throw .noSuchTenant }
        return try await keepTenant(id, of: project, settings: settings)
    }

    /// Deletes a tenant with all its accounts. Sign-ins are disabled before the first deletion. Throws if the tenant
    /// does not exist, except in an emulator.
    package func deleteFirebaseTenant(_ id: String, of project: App, context: RequestContext) async throws(AccountError)
    {
        guard let tenant = try await firebaseTenant(id, of: project) else { throw .noSuchTenant }
        _ = try await keepTenant(id, of: project, settings: ["disableAuth": true])
        try await deleteAll(in: tenant, context: context)
        try await write { transaction throws(StorageError) in try transaction.deleteFirebaseUserPool(tenant.id) }
    }

    /// Deletes every account of an app, each in its own transaction.
    func deleteAll(in app: App, context: RequestContext) async throws(AccountError) {
        while true {
            let accounts = try await directory.listedAccounts(in: app.id, by: .oldest, limit: 500)
            guard !accounts.isEmpty else { return }
            for account in accounts {
                do throws(AccountError) {
                    _ = try await deletion.delete(account.id, in: app.id, context: context)
                } catch {
                    // Another request has deleted the account in the meantime.
                    guard error.code == .notFound else { throw error }
                }
            }
        }
    }

    private func keepTenant(
        _ id: String, of project: App, settings: JSONObject
    ) async throws(AccountError) -> FirebaseUserPool {
        try await keep(settings, under: AppID(ofTenant: id, in: project.id), of: project.id, tenant: id)
    }

    private func keep(
        _ settings: JSONObject, under id: AppID, of project: AppID, tenant: String?
    ) async throws(AccountError) -> FirebaseUserPool {
        guard settings.serialized().count <= FirebaseUserPool.maxSettingsBytes else {
            throw AccountError(
                .invalidRequest, "the settings must be at most \(FirebaseUserPool.maxSettingsBytes) bytes")
        }
        if let member = settings.members.first(where: { $0.value.hasNull }) { throw .null(in: member.name) }
        let now = environment.now
        return try await write { transaction throws(StorageError) in
            let known = try transaction.firebaseUserPool(id)
            let population = FirebaseUserPool(
                id: id, project: project, tenant: tenant, settings: settings, createdAt: known?.createdAt ?? now)
            try transaction.put(population)
            return population
        }
    }
}

extension FirebaseUserPool {
    /// The settings of a tenant that an emulator creates implicitly.
    static let everythingOn: JSONObject = [
        "allowPasswordSignup": true, "disableAuth": false, "enableAnonymousUser": true, "enableEmailLinkSignin": true,
        "mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]],
    ]
}

extension AccountError {
    /// The error for a tenant id that does not exist in the project.
    static let noSuchTenant = AccountError(.notFound, "the project has no such tenant")
}
