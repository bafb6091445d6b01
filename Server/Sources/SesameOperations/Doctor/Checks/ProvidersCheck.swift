import Foundation
import SesameAccounts
import SesameHTTP
import SesameTokens

/// A check that the providers' key sets are available, and that this machine's clock agrees with theirs.
struct ProvidersCheck: DoctorCheck {
    /// The difference between this machine's clock and a provider's, in seconds, above which the check reports a fault.
    static let maxDifference: TimeInterval = 30

    func findings(_ installation: Installation) async -> [Finding] {
        let providers = installation.providers.definitions.all.filter { !installation.blocks(of: $0.provider).isEmpty }
        guard !providers.isEmpty else { return [] }
        guard let fetch = installation.fetch else {
            return [
                .note(
                    "network", "the network was not tested",
                    why: "it is unknown whether the providers can be reached and the clock is correct")
            ]
        }
        var findings: [Finding] = []
        var differences: [TimeInterval] = []
        for provider in providers {
            do throws(HTTPClientError) {
                let answer = try await fetch(provider.tokens.keysURL)
                findings.append(Self.finding(of: provider, answer))
                // A cached response reports its age.
                let age = answer.header("Age").flatMap { TimeInterval($0) } ?? 0
                if let date = answer.header("Date").flatMap({ Date(httpDate: $0) }) {
                    differences.append(installation.now.timeIntervalSince(date) - max(0, age))
                }
            } catch {
                findings.append(Self.finding(of: provider, error))
            }
        }
        return findings + Self.finding(of: differences)
    }

    private static func finding(of provider: ProviderDefinition, _ answer: OutgoingResponse) -> Finding {
        guard answer.status == 200, let keys = try? JSONWebKeySet(parsing: answer.body), !keys.keys.isEmpty
        else {
            return .fault(
                provider.provider.rawValue, "\(provider.tokens.keysURL) responds with \(answer.status) and no keys",
                why: "ID tokens cannot be verified, so sign-ins with this provider fail",
                fix: "check that no proxy responds instead of the provider: curl -v \(provider.tokens.keysURL)")
        }
        return .ok(provider.provider.rawValue, "\(keys.keys.count) keys at \(provider.tokens.keysURL)")
    }

    private static func finding(of provider: ProviderDefinition, _ error: HTTPClientError) -> Finding {
        let found =
            switch error {
            case .untrusted: "the certificate of \(provider.tokens.keysURL) is not trusted"
            case .timedOut: "\(provider.tokens.keysURL) does not respond in time"
            default:
                "\(provider.tokens.keysURL) cannot be reached: this machine is offline, or a firewall blocks it"
            }
        let fix =
            error == .untrusted
            ? "apt-get install ca-certificates, and set the clock"
            : "allow outgoing connections to port 443 of that host"
        return .fault(
            provider.provider.rawValue, found, why: "ID tokens cannot be verified, so sign-ins with this provider fail",
            fix: fix)
    }

    private static func finding(of differences: [TimeInterval]) -> [Finding] {
        guard let greatest = differences.max(by: { abs($0) < abs($1) }) else { return [] }
        let seconds = Int(abs(greatest).rounded())
        guard abs(greatest) > maxDifference else {
            return [.ok("clock", "within \(seconds) s of the providers' clocks")]
        }
        return [
            .fault(
                "clock", "\(seconds) s \(greatest > 0 ? "fast" : "slow")",
                why: "ID tokens are rejected as expired or not yet valid", fix: "timedatectl set-ntp true")
        ]
    }
}
