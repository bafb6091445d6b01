import Crypto
import SesameCore
import SesameWire

/// An app as the development providers know it: what its team would have registered with Google, Apple, Firebase and
/// Appwrite.
package struct DevelopmentApp: Sendable, Hashable {
    /// The app's name in the server's configuration.
    package var name: String
    /// The client id of its Google web client: the audience of tokens for a server.
    package var googleWebClientID: String?
    /// The secret of that client; without one it cannot exchange codes.
    package var googleWebClientSecret: String?
    /// The addresses to which Google may send a browser back for that client, compared byte by byte.
    package var googleRedirectURIs: [String]
    /// The client id of its Google iOS client. It has no secret, and redirects to its own reversed id as scheme.
    package var googleIOSClientID: String?
    /// Its Apple client ids (bundle ids and Services IDs), the principal one first.
    package var appleClientIDs: [String]
    /// Its Apple team. Apple's subjects and relay addresses differ from team to team.
    package var appleTeamID: String
    /// Its Services ID: the one of its Apple client ids that signs in by a browser.
    package var appleServicesID: String?
    /// The addresses to which Apple may send a browser back for the Services ID, compared byte by byte.
    package var appleRedirectURIs: [String]
    /// The public halves of the team's Sign in with Apple keys by key id: the point on P-256 in its raw form (64 bytes)
    /// or in X9.63 form (65 bytes). The private halves sign client secrets.
    package var appleKeys: [String: [UInt8]]
    package var firebaseProjectID: String?
    /// The API key of that project: a public id, not a secret.
    package var firebaseAPIKey: String?
    package var appwriteProjectID: String?

    /// An app. Without `appleTeamID` it belongs to a team of its own.
    package init(
        name: String,
        googleWebClientID: String? = nil,
        googleIOSClientID: String? = nil,
        appleClientIDs: [String] = [],
        appleTeamID: String? = nil,
        firebaseProjectID: String? = nil,
        firebaseAPIKey: String? = nil,
        appwriteProjectID: String? = nil,
        googleWebClientSecret: String? = nil,
        googleRedirectURIs: [String] = [],
        appleServicesID: String? = nil,
        appleRedirectURIs: [String] = [],
        appleKeys: [String: [UInt8]] = [:]
    ) {
        self.name = name
        self.googleWebClientID = googleWebClientID
        self.googleIOSClientID = googleIOSClientID
        self.appleClientIDs = appleClientIDs
        self.appleTeamID = appleTeamID ?? Self.teamID(of: name)
        self.firebaseProjectID = firebaseProjectID
        self.firebaseAPIKey = firebaseAPIKey
        self.appwriteProjectID = appwriteProjectID
        self.googleWebClientSecret = googleWebClientSecret
        self.googleRedirectURIs = googleRedirectURIs
        self.appleServicesID = appleServicesID
        self.appleRedirectURIs = appleRedirectURIs
        self.appleKeys = appleKeys
    }

    /// The client ids of the app at that provider, the one that a token is for by default first.
    package func clientIDs(at provider: ProviderKind) -> [String] {
        switch provider {
        case .google: [googleWebClientID, googleIOSClientID].compactMap(\.self)
        case .apple: appleClientIDs + servicesIDNotListed
        }
    }

    private var servicesIDNotListed: [String] {
        guard let appleServicesID, !appleClientIDs.contains(where: appleServicesID.hasSameBytes) else { return [] }
        return [appleServicesID]
    }

    /// Ten capitals and digits, as Apple's are; the same for the same name at every start.
    static func teamID(of name: String) -> String {
        StableDigest("team", name).text(10, of: "ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    }
}

extension DevelopmentApp {
    /// The app as `/__dev/apps` shows it.
    var json: JSONValue {
        var google = JSONObject()
        google["webClientID"] = googleWebClientID.map(JSONValue.string)
        google["iosClientID"] = googleIOSClientID.map(JSONValue.string)
        if !googleRedirectURIs.isEmpty { google["redirectURIs"] = .array(googleRedirectURIs.map(JSONValue.string)) }
        var apple: JSONObject = [
            "clientIDs": .array(clientIDs(at: .apple).map(JSONValue.string)), "teamID": .string(appleTeamID),
        ]
        apple["servicesID"] = appleServicesID.map(JSONValue.string)
        if !appleRedirectURIs.isEmpty { apple["redirectURIs"] = .array(appleRedirectURIs.map(JSONValue.string)) }
        var json: JSONObject = ["name": .string(name), "google": .object(google), "apple": .object(apple)]
        var firebase = JSONObject()
        firebase["projectID"] = firebaseProjectID.map(JSONValue.string)
        firebase["apiKey"] = firebaseAPIKey.map(JSONValue.string)
        json["firebase"] = .object(firebase)
        var appwrite = JSONObject()
        appwrite["projectID"] = appwriteProjectID.map(JSONValue.string)
        json["appwrite"] = .object(appwrite)
        return .object(json)
    }
}
