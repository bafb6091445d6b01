import Foundation
import NIOHTTP1
package import SesameAccounts
package import SesameCore
package import SesameHTTP
import SesameWire

/// The export of a user's stored data, without hashes, secrets and push tokens, as described in
/// `docs/guides/account-data.md`. Times are seconds since 1970, as in the rest of the native API.
package struct ExportDocument {
    package let json: JSONObject

    package init(_ export: AccountExport) {
        let account = export.view.account
        var json: JSONObject = [
            "version": 1, "exportTime": .time(export.at), "app": .string(account.app.description),
        ]
        json["account"] = .object(Self.account(account))
        json["profile"] = .object(Self.profile(account.profile))
        json["identities"] = .array(export.view.identities.map { .object(Self.identity($0)) })
        json["logins"] = .array(export.view.logins.map { .object(Self.login($0)) })
        json["secondFactors"] = .array(export.view.factors.map { .object(Self.factor($0)) })
        json["recoveryCodesLeft"] = .integer(Int64(export.recoveryCodes))
        if let details = export.details { json["details"] = .object(Self.details(details)) }
        json["sessions"] = .array(export.sessions.map { .object(Self.session($0)) })
        json["devices"] = .array(export.devices.map { .object(Self.device($0)) })
        json["consents"] = .array(
            export.consents.map { ["provider": .string($0.provider.rawValue), "clientID": .string($0.clientID)] })
        json["events"] = .array(export.events.map { .object(Self.event($0)) })
        if let merge = export.merge { json["merge"] = .object(Self.merge(merge)) }
        self.json = json
    }

    private static func merge(_ merge: AccountExport.Merge) -> JSONObject {
        var json: JSONObject = [
            "time": .time(merge.at), "expirationTime": .time(merge.expiresAt),
            "account": .object(account(merge.absorbed)), "profile": .object(profile(merge.absorbed.profile)),
            "accountBefore": .object(account(merge.survivorBefore)),
            "profileBefore": .object(profile(merge.survivorBefore.profile)),
        ]
        if let kept = merge.absorbedMetadata { json["details"] = .object(details(kept)) }
        if let kept = merge.survivorMetadataBefore { json["detailsBefore"] = .object(details(kept)) }
        return json
    }

    private static func account(_ account: Account) -> JSONObject {
        var json: JSONObject = [
            "uid": .string(account.id.description), "creationTime": .time(account.createdAt),
            "lastSignInTime": .time(account.lastSignInAt), "canBeJoinedByEmail": .bool(account.allowsEmailLinking),
        ]
        json.set("role", account.role)
        json.set("disabledTime", account.disabledAt)
        return json
    }

    private static func profile(_ profile: StoredProfile) -> JSONObject {
        [
            "version": .integer(Int64(profile.version)), "updateTime": .time(profile.updatedAt),
            "onboarding": .object(OnboardingStatus(profile.onboarding).json), "fields": .object(profile.fields),
        ]
    }

    private static func identity(_ identity: Identity) -> JSONObject {
        let (claims, standing) = (identity.claims, identity.status)
        var json: JSONObject = [
            "provider": .string(identity.provider.rawValue), "subject": .string(identity.subject),
            "creationTime": .time(identity.createdAt), "emailVerified": .bool(claims.emailVerified),
            "emailIsAuthoritative": .bool(claims.emailIsAuthoritative),
            "isPrivateEmail": .bool(claims.isPrivateEmail),
        ]
        json.set("email", claims.email)
        json.set("givenName", claims.givenName)
        json.set("familyName", claims.familyName)
        json.set("displayName", claims.displayName)
        json.set("photoURL", claims.photoURL)
        json.set("joiningAddress", identity.linkableEmail)
        json.set("disabledTime", standing.disabledAt)
        json.set("enabledTime", standing.enabledAt)
        json.set("credentialChangeTime", standing.credentialChangeAt)
        json.set("forwardingStoppedTime", standing.forwardingStoppedAt)
        json.set("forwardingResumedTime", standing.forwardingResumedAt)
        return json
    }

    private static func login(_ login: LocalCredential) -> JSONObject {
        var json: JSONObject = [
            "kind": .string(login.kind.rawValue), "name": .string(login.name), "creationTime": .time(login.createdAt),
            "hasPassword": .bool(login.password != nil), "isClaimed": .bool(login.isClaimed),
        ]
        json.set("verificationTime", login.verifiedAt)
        json.set("passwordChangeTime", login.passwordChangedAt)
        return json
    }

    private static func factor(_ factor: SecondFactor) -> JSONObject {
        var json: JSONObject = [
            "id": .string(factor.id), "kind": .string(factor.kind.rawValue), "creationTime": .time(factor.enrolledAt),
        ]
        json.set("displayName", factor.displayName)
        json.set("phone", factor.number?.description)
        return json
    }

    private static func details(_ details: AccountMetadata) -> JSONObject {
        var json: JSONObject = [
            "claims": .object(details.claims), "preferences": .object(details.preferences),
            "labels": .array(details.labels.map(JSONValue.string)),
        ]
        json.set("displayName", details.displayName)
        json.set("photoURL", details.photoURL)
        json.set("tokensValidAfter", details.tokensValidAfter)
        return json
    }

    private static func session(_ session: Session) -> JSONObject {
        var json: JSONObject = [
            "id": .string(session.id.description), "method": .string(session.method.rawValue),
            "creationTime": .time(session.createdAt), "authTime": .time(session.authTime),
            "lastRefreshTime": .time(session.refreshedAt), "refreshes": .integer(Int64(session.generation)),
            "expirationTime": .time(session.endsAt),
        ]
        switch session.secondFactor {
        case .notRequired: break
        case .pending: json["secondFactor"] = "awaited"
        case .verified(let factor): json["secondFactor"] = .string(factor.kind.rawValue)
        }
        json.set("endTime", session.termination?.at)
        json.set("endReason", session.termination?.reason.rawValue)
        return json
    }

    private static func device(_ device: Device) -> JSONObject {
        var json: JSONObject = [
            "installation": .string(device.installation), "kind": .string(device.kind.rawValue),
            "sessionID": .string(device.session.description), "creationTime": .time(device.createdAt),
            "refreshTime": .time(device.refreshedAt), "expirationTime": .time(device.expiresAt),
        ]
        json.set("platform", device.platform?.rawValue)
        return json
    }

    private static func event(_ event: SecurityEvent) -> JSONObject {
        var json: JSONObject = [
            "kind": .string(event.kind.rawValue), "time": .time(event.at), "requestID": .string(event.requestID),
        ]
        json.set("sessionID", event.session?.description)
        json.set("detail", event.detail)
        // The network of an operator is not the user's data.
        json.set("network", event.actor == nil ? event.network : nil)
        return json
    }
}

extension HTTPResponse {
    /// Returns the response that downloads an account's data export as a JSON file.
    package static func export(_ export: AccountExport) -> HTTPResponse {
        var response = HTTPResponse.json(JSONValue.object(ExportDocument(export).json).serialized())
        let day = export.at.ISO8601Format().prefix(10)
        response.headers.add(
            name: "Content-Disposition", value: "attachment; filename=\"\(export.view.account.app)-\(day).json\"")
        return response
    }
}

extension JSONValue {
    fileprivate static func time(_ date: Date) -> JSONValue { .integer(Int64(date.secondsSince1970)) }
}

extension JSONObject {
    fileprivate mutating func set(_ name: String, _ value: String?) {
        if let value { self[name] = .string(value) }
    }

    fileprivate mutating func set(_ name: String, _ date: Date?) {
        if let date { self[name] = .time(date) }
    }
}
