import Foundation
import Sesame
public import SesameCore
import SesameWire

/// A profile that an earlier version of the app had cached. Use it only to prefill a form: it is not verified, and may
/// belong to another account.
public struct LegacyProfile: Sendable, Equatable {
    /// The account's uid; if the cached document has no `uid`, Apple's or Google's user id, or the document's `id`.
    public let uid: String
    let fields: JSONObject

    /// Returns the fields to suggest to a user; nil if the profile belongs to another user.
    ///
    /// Fields that only the server decides are left out: ids, the email address, dates of the account, the push token,
    /// the subscription and the partner.
    public func suggestions(for user: UserAuthInfo) -> JSONObject? {
        guard uid.hasSameBytes(as: user.uid) else { return nil }
        return JSONObject(fields.members.filter { !Self.serversOwn.contains($0.name) && $0.value != .null })
    }

    /// The members of the cached document that only the server decides.
    private static let serversOwn: Set = [
        "id", "uid", "appleUserID", "googleUserID", "email", "isSubscribed", "partnerCode", "partnerId",
        "connectedPartnerCode", "createdAt", "updatedAt", "lastLoginDate", "onboardingInProgress", "fcmToken",
        "fcmTokenLastUpdated",
    ]
}

extension LegacyProfile: Codable {
    private enum CodingKeys: CodingKey {
        case uid, fields
    }

    /// Decodes a stored profile, for example from a ``UserCache``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let json = try JSONValue(parsing: Array(container.decode(String.self, forKey: .fields).utf8))
        guard let fields = json.object else {
            throw DecodingError.dataCorruptedError(
                forKey: .fields, in: container, debugDescription: "not a JSON object")
        }
        self.init(uid: try container.decode(String.self, forKey: .uid), fields: fields)
    }

    /// Encodes the profile, to store it until its user signs in.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(uid, forKey: .uid)
        try container.encode(String(decoding: JSONValue.object(fields).serialized(), as: UTF8.self), forKey: .fields)
    }
}

extension LegacyProfile: Redacted {}

extension LegacyProfile {
    /// Parses the cached document; returns nil if it is older than ``CacheLifetime/default`` allows, is invalid, or
    /// contains no account id.
    init?(_ document: LegacyValue?, savedAt timestamp: LegacyValue?, now: Date) {
        guard let savedAt = timestamp?.date, CacheLifetime.default.age(savedAt: savedAt, now: now) != .expired,
            let bytes = document?.bytes, let json = try? JSONValue(parsing: bytes), let fields = json.object,
            let uid = Self.uidMembers.lazy.compactMap({ fields[$0]?.string }).first(where: { !$0.isEmpty })
        else { return nil }
        self.init(uid: uid, fields: fields)
    }

    /// The members of the cached document that may contain the account's uid, most reliable first: `id` may be the
    /// document's own id, so it counts only if no other member exists.
    private static let uidMembers = ["uid", "appleUserID", "googleUserID", "id"]
}

extension LegacyValue {
    fileprivate var bytes: [UInt8]? {
        switch self {
        case .text(let text): Array(text.utf8)
        case .data(let data): Array(data)
        case .number, .date: nil
        }
    }

    /// The value as a point in time: Android's milliseconds since 1970, Apple's seconds since 1970, or a date.
    fileprivate var date: Date? {
        switch self {
        case .date(let date): return date
        case .number(let number) where number.isFinite && number > 0:
            // As seconds, larger numbers would be in the year 5138 or later.
            return Date(timeIntervalSince1970: number < 100_000_000_000 ? number : number / 1_000)
        case .number, .text, .data: return nil
        }
    }
}
