import SesameAccounts
import SesameWire

extension SQLiteReading {
    func firebaseUserPool(_ id: AppID) throws(StorageError) -> FirebaseUserPool? {
        var row = try connection.prepare(
            "SELECT id, project, tenant, settings, created_at FROM firebase_populations WHERE id = :id")
        row.bind("id", id.description)
        return try row.next() ? try row.firebaseUserPool() : nil
    }

    func firebaseTenants(
        of project: AppID, after tenant: String?, limit: Int
    ) throws(StorageError) -> [FirebaseUserPool] {
        var row = try connection.prepare(
            """
            SELECT id, project, tenant, settings, created_at FROM firebase_populations
            WHERE project = :project AND tenant > :tenant ORDER BY tenant LIMIT :limit
            """)
        row.bind("project", project.description)
        row.bind("tenant", tenant ?? "")
        row.bind("limit", limit)
        var tenants: [FirebaseUserPool] = []
        while try row.next() { tenants.append(try row.firebaseUserPool()) }
        return tenants
    }
}

extension SQLiteTransaction {
    func put(_ population: FirebaseUserPool) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO firebase_populations (id, project, tenant, settings, created_at)
                VALUES (:id, :project, :tenant, :settings, :created_at)
            ON CONFLICT (id) DO UPDATE SET settings = excluded.settings
            """)
        row.bind("id", population.id.description)
        row.bind("project", population.project.description)
        row.bind("tenant", population.tenant)
        row.bind("settings", text: population.settings.serialized())
        row.bind("created_at", population.createdAt)
        try row.run()
    }

    func deleteFirebaseUserPool(_ id: AppID) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM firebase_populations WHERE id = :id")
        row.bind("id", id.description)
        try row.run()
    }
}

extension Statement {
    fileprivate func firebaseUserPool() throws(StorageError) -> FirebaseUserPool {
        guard let id = AppID(text("id")), let project = AppID(text("project")) else {
            throw .corrupt("a Firebase user pool with an invalid id")
        }
        return FirebaseUserPool(
            id: id, project: project, tenant: optionalText("tenant"), settings: try object("settings"),
            createdAt: date("created_at"))
    }
}
