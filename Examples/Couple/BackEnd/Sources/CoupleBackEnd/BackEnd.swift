import Foundation
import SesameCore
import SesameTokens

/// The couple app's back end. It alone says who is whose partner and who has a subscription; the app sees both in the
/// profile.
public struct BackEnd: Sendable {
    let visitors: Visitors
    let registry: Registry
    let profiles: Profiles
    /// The secret of Sesame's webhook.
    let webhookSecret: Secret

    /// Answers a request.
    public func answer(_ request: Request) async -> Answer {
        do throws(Problem) {
            switch (request.method, request.path) {
            case ("POST", "/partner-code"):
                let uid = try await person(request)
                let code = try await registry.offer(by: uid)
                try await write(uid)
                guard let code else { throw .hasPartner }
                return .ok(["code": code])
            case ("POST", "/partner"):
                let uid = try await person(request)
                let code = try request.code
                if let offerer = await registry.offerer(of: code), try await !profiles.exists(offerer) {
                    throw .unknownCode
                }
                let partner = try await registry.pair(uid, by: code)
                for half in [uid, partner] { try await write(half) }
                return .ok(["partnerId": partner])
            case ("DELETE", "/partner"):
                let uid = try await person(request)
                let partner = try await registry.part(uid)
                for case let half? in [uid, partner] { try await write(half) }
                return .ok()
            case ("POST", "/subscription"):
                let uid = try await person(request)
                try await registry.redeem(try request.code, by: uid)
                try await write(uid)
                return .ok()
            case ("POST", "/sesame"):
                let event = try event(request)
                // The profiles come later: Sesame wants an answer soon.
                if event.app == profiles.app { try await registry.follow(event) }
                return .ok()
            default: throw .notFound
            }
        } catch {
            return .refusal(error)
        }
    }

    private func person(_ request: Request) async throws(Problem) -> String {
        guard let header = request.authorization, header.hasPrefix("Bearer ") else { throw .notAuthenticated }
        let uid: String
        do throws(TokenError) {
            uid = try await visitors.account(of: String(header.dropFirst("Bearer ".count)))
        } catch {
            throw error.reason == .keysUnavailable ? .unavailable : .notAuthenticated
        }
        // A token is good for a while after its account is gone.
        guard try await profiles.exists(uid) else { throw .notAuthenticated }
        return uid
    }

    private func event(_ request: Request) throws(Problem) -> Event {
        do throws(WebhookError) {
            try WebhookSignature.verify(request.signature ?? "", of: request.body, with: [webhookSecret])
        } catch {
            throw .notAuthenticated
        }
        return try request.decoded(Event.self)
    }

    /// Brings a profile to what the registry says, if it is behind. Whoever is told that this could not be done sends the
    /// same request again, or waits: what has happened is known, and is written later.
    private func write(_ uid: String) async throws(Problem) {
        guard await registry.isUnwritten(uid) else { return }
        var fields: ProfileFields
        repeat {
            fields = await registry.fields(of: uid)
            do throws(Problem) {
                switch try await profiles.write(fields, of: uid) {
                case .written: break
                case .gone, .refused:
                    // Of an account that is gone, Sesame tells what became of it.
                    return await registry.writeAgain(uid, inAnHour: true)
                }
            } catch {
                // It may arrive after what another request writes.
                await registry.writeAgain(uid, inAnHour: false)
                throw error
            }
        } while try await !registry.wrote(fields, of: uid)
    }

    /// Writes what the profiles do not say yet.
    ///
    /// - Returns: False when Sesame takes nothing now.
    func writeRest() async -> Bool {
        var failures = 0
        do throws(Problem) {
            try await registry.expire()
        } catch {
            failures += 1
        }
        for uid in await registry.due() {
            do throws(Problem) {
                try await write(uid)
            } catch {
                failures += 1
                if failures == 3 { return false }
            }
        }
        return failures == 0
    }
}

/// A request, as far as it matters here.
public struct Request: Sendable {
    let method: String
    let path: String
    let authorization: String?
    /// The signature of a webhook's message.
    let signature: String?
    let body: [UInt8]

    fileprivate var code: String {
        get throws(Problem) { try decoded(CodeBody.self).code }
    }

    fileprivate func decoded<Body: Decodable>(_ type: Body.Type) throws(Problem) -> Body {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            throw .invalidRequest
        }
    }
}

/// The app's body with a code that somebody has typed.
private struct CodeBody: Decodable {
    let code: String
}

/// Something that Sesame tells, as far as it matters here.
struct Event: Decodable {
    let kind: String
    let time: Int
    let app: String?
    let uid: String?
    let detail: String?
}

/// An answer.
public struct Answer: Sendable {
    let status: Int
    let body: [String: String]

    fileprivate static func ok(_ body: [String: String] = [:]) -> Answer { Answer(status: 200, body: body) }
    fileprivate static func refusal(_ problem: Problem) -> Answer {
        Answer(status: problem.status, body: ["error": problem.rawValue])
    }
}
