import SesameAccounts
import SesameCore

extension SQLiteReading {
    func devices(of account: AccountID, in app: AppID) throws(StorageError) -> [Device] {
        var row = try connection.prepare(
            """
            SELECT s.app, s.account, d.session, d.installation, d.kind, d.digest, d.sealed, d.platform, d.created_at,
                d.refreshed_at, d.expires_at
            FROM sessions AS s JOIN devices AS d ON d.session = s.id
            WHERE s.app = ? AND s.account = ? ORDER BY d.refreshed_at DESC, d.installation
            """)
        row.bind(app.description)
        row.bind(account.description)
        var devices: [Device] = []
        while try row.next() { devices.append(try row.device()) }
        return devices
    }

    func device(_ digest: [UInt8]) throws(StorageError) -> Device? {
        var row = try connection.prepare(
            """
            SELECT s.app, s.account, d.session, d.installation, d.kind, d.digest, d.sealed, d.platform, d.created_at,
                d.refreshed_at, d.expires_at
            FROM devices AS d JOIN sessions AS s ON s.id = d.session WHERE d.digest = ?
            """)
        row.bind(digest)
        return try row.next() ? try row.device() : nil
    }
}

extension SQLiteTransaction {
    func put(_ device: Device) throws(StorageError) {
        try deleteDevice(device.digest)
        var before = try connection.prepare(
            """
            DELETE FROM devices WHERE installation = ?
                AND session IN (SELECT id FROM sessions WHERE app = ? AND account = ?)
            """)
        before.bind(device.installation)
        before.bind(device.app.description)
        before.bind(device.account.description)
        try before.run()
        var row = try connection.prepare(
            """
            INSERT INTO devices (
                session, installation, kind, digest, sealed, platform, created_at, refreshed_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(device.session.description)
        row.bind(device.installation)
        row.bind(device.kind.rawValue)
        row.bind(device.digest)
        row.bind(device.sealed)
        row.bind(device.platform?.rawValue)
        row.bind(device.createdAt)
        row.bind(device.refreshedAt)
        row.bind(device.expiresAt)
        try row.run()
    }

    func deleteDevice(_ digest: [UInt8]) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM devices WHERE digest = ?")
        row.bind(digest)
        try row.run()
    }

    /// What ends with a session, which stays to say why it ended.
    func deleteDevices(of session: SessionID) throws(StorageError) {
        var row = try connection.prepare("DELETE FROM devices WHERE session = ?")
        row.bind(session.description)
        try row.run()
    }

    func deleteDevices(of account: AccountID, in app: AppID) throws(StorageError) {
        var row = try connection.prepare(
            "DELETE FROM devices WHERE session IN (SELECT id FROM sessions WHERE app = ? AND account = ?)")
        row.bind(app.description)
        row.bind(account.description)
        try row.run()
    }
}

extension Statement {
    fileprivate func device() throws(StorageError) -> Device {
        Device(
            app: try app(0), account: AccountID(text(1)), session: SessionID(text(2)), installation: text(3),
            kind: try value(4), digest: bytes(5), sealed: bytes(6), platform: isNull(7) ? nil : try value(7),
            createdAt: date(8), refreshedAt: date(9), expiresAt: date(10))
    }
}
