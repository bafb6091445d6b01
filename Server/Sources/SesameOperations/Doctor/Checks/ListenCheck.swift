import SesameCore
import SesameHTTP
import SesameSQLite

/// A check of the addresses that the server will listen on: they belong to this machine and are free.
struct ListenCheck: DoctorCheck {
    private static let settings = ["listen", "adminListen", "metricsListen"]

    func findings(_ installation: Installation) async -> [Finding] {
        // A running server uses the addresses itself.
        if let folder = installation.settings["dataDir"]?.string, SQLiteStorage.isInUse(folder) { return [] }
        var findings: [Finding] = []
        for setting in Self.settings {
            guard let text = installation.settings[setting]?.string,
                let address = try? ListenAddress(text, setting: setting)
            else { continue }
            findings.append(await Self.finding(of: address, setting))
        }
        return findings
    }

    private static func finding(of address: ListenAddress, _ setting: String) async -> Finding {
        let name = "\(address.host):\(address.port)"
        guard let words = await HTTPListenError.find(host: address.host, port: address.port)?.words else {
            return .ok(setting, "\(name) is free")
        }
        return .fault(setting, "\(name): \(words.reason)", why: "the server does not start", fix: words.fix)
    }
}
