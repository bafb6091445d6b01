import SesameAccounts
import SesameCore
import SesameWire

extension SQLiteReading {
    func devices(of account: AccountID, in app: AppID) throws(StorageError) -> [Device] {
        var row = try connection.prepare(
            """
            SELECT s.app, s.account, d.session, d.installation, d.kind, d.digest, d.sealed, d.platform,
                d.created_at,
                d.refreshed_at, d.expires_at
            FROM sessions AS s JOIN devices AS d ON d.session = s.id
            WHERE s.app = :app AND s.account = :account ORDER BY d.refreshed_at DESC, d.installation
            """)
        row.bind("app", app.description)
        row.bind("account", account.description)
        var devices: [Device] = []
        while try row.next() { devices.append(try row.device()) }
        return devices
    }

    func device(_ digest: [UInt8]) throws(StorageError) -> Device? {
        var row = try connection.prepare(
            """
            SELECT s.app, s.account, d.session, d.installation, d.kind, d.digest, d.sealed, d.platform,
                d.created_at,
                d.refreshed_at, d.expires_at
            FROM devices AS d JOIN sessions AS s ON s.id = d.session WHERE d.digest = :digest
            """)
        row.bind("digest", digest)
        return try row.next() ? try row.device() : nil
    }
}

extension SQLiteTransaction {
    func put(_ device: Device) throws(StorageError) {
        try deleteDevice(device.digest)
        var before = try connection.prepare(
            """
            DELETE FROM devices WHERE installation = :installation
                AND session IN (SELECT id FROM sessions WHERE app = :app AND account = :account)
            """)
        before.bind("installation", device.installation)
        before.bind("app", device.app.description)
        before.bind("account", device.account.description)
        try before.run()
        var row = try connection.prepare(
            """
            INSERT INTO devices (
                session, installation, kind, digest, sealed, platform, created_at, refreshed_at, expires_at)
            VALUES (:session, :installation, :kind, :digest, :sealed, :platform, :created_at, :refreshed_at,
                :expires_at)
            """)
        row.bind("session", device.session.description)
        row.bind("installation", device.installation)
        row.bind("kind", device.kind.rawValue)
        row.bind("digest", device.digest)
        row.bind("sealed", device.sealed)
        row.bind("platform", device.platform?.rawValue)
        row.bind("created_at", device.createdAt)
        row.bind("refreshed_at", device.refreshedAt)
        row.bind("expires_at", device.expiresAt)
        try row.run()
    }

    func deleteDevice(_ digest: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM devices WHERE digest = :digest")
        row.bind("digest", digest)
        try row.run()
    }

    /// Deletes the devices of an ended session. The session itself remains to state why it ended.
    func deleteDevices(of session: SessionID) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM devices WHERE session = :session")
        row.bind("session", session.description)
        try row.run()
    }

    func deleteDevices(of account: AccountID, in app: AppID) throws(StorageError) {
        var row = try connection.prepare(
            "DELETE FROM devices WHERE session IN (SELECT id FROM sessions WHERE app = :app AND account = :account)")
        row.bind("app", app.description)
        row.bind("account", account.description)
        try row.run()
    }
}

extension Statement {
    fileprivate func device() throws(StorageError) -> Device {
        Device(
            app: try app("app"), account: AccountID(text("account")), session: SessionID(text("session")),
            installation: text("installation"),
            kind: try value("kind"), digest: bytes("digest"), sealed: bytes("sealed"),
            platform: isNull("platform") ? nil : try value("platform"),
            createdAt: date("created_at"), refreshedAt: date("refreshed_at"), expiresAt: date("expires_at"))
    }
}
