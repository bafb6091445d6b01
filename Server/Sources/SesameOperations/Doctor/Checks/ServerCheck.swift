import Foundation
import SesameCore
import SesameHTTP
import SesameTokens
import SesameWire

/// A check of a running server over the network: it is ready, publishes its keys, and has the configured issuer.
struct ServerCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        guard let given = installation.subjects.server, let fetch = installation.fetch else { return [] }
        let server = given.hasSuffix("/") ? String(given.dropLast()) : given
        do throws(HTTPClientError) {
            let readiness = try await fetch(server + "/readyz")
            guard readiness.status == 200 else {
                return [
                    .fault(
                        server, "it is not ready: /readyz responds with \(readiness.status)",
                        why: "its storage is unavailable", fix: "check its log, and whether the disk is full")
                ]
            }
            let faults = Self.faults(of: server, readiness.body)
            guard faults.isEmpty else { return faults }
            let keys = try? JSONWebKeySet(parsing: try await fetch(server + "/.well-known/jwks.json").body)
            let metadata = try await fetch(server + "/.well-known/oauth-authorization-server")
            return [Self.finding(of: keys, at: server)] + Self.finding(of: metadata, at: server, installation)
        } catch {
            let isCertificate = error == .untrusted
            let listen = installation.settings["listen"]?.string ?? "127.0.0.1:8080"
            return [
                .fault(
                    server,
                    isCertificate
                        ? "its certificate is not trusted, or it does not use TLS" : "it does not respond (\(error))",
                    why: "clients cannot reach it either",
                    fix: isCertificate
                        ? """
                        configure the full certificate chain in the proxy, ssl_certificate fullchain.pem; the server \
                        itself is at http://\(listen)
                        """
                        : "systemctl status sesame nginx; as configured, the server listens on \(listen)")
            ]
        }
    }

    /// Returns a fault for each reason in the body of `/readyz`.
    private static func faults(of server: String, _ body: [UInt8]) -> [Finding] {
        let reasons = (try? JSONValue(parsing: body))?["reasons"]?.array ?? []
        return reasons.compactMap(\.string).map { reason in
            switch reason {
            case "clock":
                .fault(
                    server, "its clock is in doubt",
                    why: "it has jumped, or is behind the last use of the data; nothing is removed by age",
                    fix: "timedatectl; once the time is correct: systemctl restart sesame")
            case "database":
                .fault(
                    server, "a part of its database is damaged",
                    why: "requests that need that part fail, and backups fail",
                    fix: "check the disk; then sesame restore with the newest backup")
            default:
                .fault(
                    server, "it is degraded: \(reason)", why: "this version does not know the reason",
                    fix: "run the doctor of the server's version")
            }
        }
    }

    private static func finding(of keys: JSONWebKeySet?, at server: String) -> Finding {
        guard let keys, !keys.keys.isEmpty else {
            return .fault(
                server, "\(server)/.well-known/jwks.json contains no keys",
                why: "back ends cannot verify access tokens",
                fix: "configure the proxy to forward every path to the server")
        }
        return .ok(server, "ready; \(keys.keys.count) signing keys are published")
    }

    /// Compares the issuer in the running server's metadata with the configured `publicURL`, because clients compare
    /// the issuer, too. Returns no finding if they match.
    private static func finding(
        of metadata: OutgoingResponse, at server: String, _ installation: Installation
    ) -> [Finding] {
        guard let publicURL = installation.settings["publicURL"]?.string,
            let issuer = (try? JSONValue(parsing: metadata.body))?["issuer"]?.string,
            !issuer.hasSameBytes(as: publicURL)
        else { return [] }
        return [
            .fault(
                server, "its issuer is '\(issuer)', but the configured URL is '\(publicURL)'",
                why: "it runs with a different configuration", fix: "systemctl restart sesame")
        ]
    }
}
