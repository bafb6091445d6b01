import Crypto
import SesameCore
import SesameWire

/// An app's registration with the development providers: the values that its team would have registered with Google,
/// Apple, Firebase and Appwrite.
package struct DevelopmentApp: Sendable, Hashable {
    /// The app's name in the server's configuration.
    package var name: String
    /// The id of the app's Google web client, which is the audience of ID tokens for the app's server.
    package var googleWebClientID: String?
    /// The secret of the Google web client; nil if the client cannot exchange codes.
    package var googleWebClientSecret: String?
    /// The redirect URIs of the web client at Google, compared byte by byte.
    package var googleRedirectURIs: [String]
    /// The id of the app's Google iOS client. The client has no secret, and its redirect URIs have the reversed client
    /// id as the scheme.
    package var googleIOSClientID: String?
    /// The app's Apple client ids (bundle ids and Services IDs), the main one first.
    package var appleClientIDs: [String]
    /// The id of the app's Apple team. Apple's subjects and relay addresses differ between teams.
    package var appleTeamID: String
    /// The app's Services ID: the Apple client id for browser sign-in.
    package var appleServicesID: String?
    /// The redirect URIs of the Services ID at Apple, compared byte by byte.
    package var appleRedirectURIs: [String]
    /// The public keys of the team's Sign in with Apple keys by key id: the point on P-256 in its raw form (64 bytes)
    /// or in X9.63 form (65 bytes). The private keys sign client secrets.
    package var appleKeys: [String: [UInt8]]
    package var firebaseProjectID: String?
    /// The API key of the Firebase project, which is a public id and not a secret.
    package var firebaseAPIKey: String?
    package var appwriteProjectID: String?

    /// Creates an app. Without `appleTeamID`, its team id is derived from its name, so that no other app has it.
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

    /// Returns the app's client ids at the provider, the default audience first.
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

    /// Returns a team id of ten capital letters and digits, as at Apple, derived from the name.
    static func teamID(of name: String) -> String {
        DeterministicGenerator("team", name).text(10, of: "ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    }
}

extension DevelopmentApp {
    /// The app's registration as JSON, for the response of `/__dev/apps`.
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
