import SesameCore
import SesameHTTP
import SesameSQLite

/// The addresses that the server is to listen on: whether this machine has them, and nobody else.
struct ListenCheck: DoctorCheck {
    private static let settings = ["listen", "adminListen", "metricsListen"]

    func findings(_ installation: Installation) async -> [Finding] {
        // A server that runs has them itself.
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
        return .fault(setting, "\(name): \(words.reason)", why: "the server does not start", cure: words.cure)
    }
}
