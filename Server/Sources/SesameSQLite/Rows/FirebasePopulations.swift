import SesameAccounts
import SesameCore

extension SQLiteReading {
    func firebasePopulation(_ id: AppID) throws(StorageError) -> FirebasePopulation? {
        var row = try connection.prepare(
            "SELECT id, project, tenant, settings, created_at FROM firebase_populations WHERE id = ?")
        row.bind(id.description)
        return try row.next() ? try row.firebasePopulation() : nil
    }

    func firebaseTenants(
        of project: AppID, after tenant: String?, limit: Int
    ) throws(StorageError) -> [FirebasePopulation] {
        var row = try connection.prepare(
            """
            SELECT id, project, tenant, settings, created_at FROM firebase_populations
            WHERE project = ? AND tenant > ? ORDER BY tenant LIMIT ?
            """)
        row.bind(project.description)
        row.bind(tenant ?? "")
        row.bind(limit)
        var tenants: [FirebasePopulation] = []
        while try row.next() { tenants.append(try row.firebasePopulation()) }
        return tenants
    }
}

extension SQLiteTransaction {
    func put(_ population: FirebasePopulation) throws(StorageError) {
        var row = try connection.prepare(
            """
            INSERT INTO firebase_populations (id, project, tenant, settings, created_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET settings = excluded.settings
            """)
        row.bind(population.id.description)
        row.bind(population.project.description)
        row.bind(population.tenant)
        row.bind(text: population.settings.serialized())
        row.bind(population.createdAt)
        try row.run()
    }

    func deleteFirebasePopulation(_ id: AppID) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM firebase_populations WHERE id = ?")
        row.bind(id.description)
        try row.run()
    }
}

extension Statement {
    fileprivate func firebasePopulation() throws(StorageError) -> FirebasePopulation {
        guard let id = AppID(text(0)), let project = AppID(text(1)) else {
            throw .corrupt("a population's id is no app's")
        }
        return FirebasePopulation(
            id: id, project: project, tenant: optionalText(2), settings: try object(3), createdAt: date(4))
    }
}
