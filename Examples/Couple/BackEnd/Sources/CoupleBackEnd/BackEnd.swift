import Foundation
import SesameCore
import SesameTokens

/// The couple app's back end. It alone decides about partners and subscriptions; the app reads both in the profile.
public struct BackEnd: Sendable {
    let visitors: Visitors
    let registry: Registry
    let profiles: Profiles
    /// The shared secret that signs Sesame's webhook messages.
    let webhookSecret: Secret

    /// Handles a request from the app or Sesame's webhook. An error becomes a response with a code in `error`.
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
                // The profiles are written later, because Sesame expects a quick response.
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
        // A token stays valid for a while after its account was deleted.
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

    /// Writes the registry's state to a user's profile if the profile is outdated. Throws if Sesame or the journal is
    /// unavailable; the registry keeps the change, and a later attempt writes it.
    private func write(_ uid: String) async throws(Problem) {
        guard await registry.isUnwritten(uid) else { return }
        var fields: ProfileFields
        repeat {
            fields = await registry.fields(of: uid)
            do throws(Problem) {
                switch try await profiles.write(fields, of: uid) {
                case .written: break
                case .gone, .refused:
                    // Sesame's webhook reports the fate of an account that no longer exists.
                    return await registry.writeAgain(uid, inAnHour: true)
                }
            } catch {
                // This write may arrive after another request's.
                await registry.writeAgain(uid, inAnHour: false)
                throw error
            }
        } while try await !registry.wrote(fields, of: uid)
    }

    /// Writes all outdated profiles that are not postponed, and removes expired codes.
    ///
    /// - Returns: False if Sesame or the journal was unavailable at least once. The method stops after three failures.
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

/// The parts of a request that the back end needs.
public struct Request: Sendable {
    let method: String
    let path: String
    let authorization: String?
    /// The `Sesame-Signature` header of a webhook message.
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

/// The app's request body with a code typed by the user.
private struct CodeBody: Decodable {
    let code: String
}

/// The parts of a webhook event that the back end needs.
struct Event: Decodable {
    let kind: String
    let time: Int
    let app: String?
    let uid: String?
    let detail: String?
}

/// A response: an HTTP status, and the members of its JSON body.
public struct Answer: Sendable {
    let status: Int
    let body: [String: String]

    fileprivate static func ok(_ body: [String: String] = [:]) -> Answer { Answer(status: 200, body: body) }
    fileprivate static func refusal(_ problem: Problem) -> Answer {
        Answer(status: problem.status, body: ["error": problem.rawValue])
    }
}
