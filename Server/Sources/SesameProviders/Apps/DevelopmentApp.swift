import Crypto
import SesameCore

/// An app as the development providers know it: what its team would have registered with Google, Apple, Firebase and
/// Appwrite.
public struct DevelopmentApp: Sendable, Hashable {
    /// The app's name in the server's configuration.
    public var name: String
    /// The client id of its Google web client: the audience of tokens for a server.
    public var googleWebClientID: String?
    /// The client id of its Google iOS client.
    public var googleIOSClientID: String?
    /// Its Apple client ids (bundle ids and Services IDs), the principal one first.
    public var appleClientIDs: [String]
    /// Its Apple team. Apple's subjects and relay addresses differ from team to team.
    public var appleTeamID: String
    /// Its Firebase project.
    public var firebaseProjectID: String?
    /// The API key of that project: a public id, not a secret.
    public var firebaseAPIKey: String?
    /// Its Appwrite project.
    public var appwriteProjectID: String?

    /// An app. Without `appleTeamID` it belongs to a team of its own.
    public init(
        name: String,
        googleWebClientID: String? = nil,
        googleIOSClientID: String? = nil,
        appleClientIDs: [String] = [],
        appleTeamID: String? = nil,
        firebaseProjectID: String? = nil,
        firebaseAPIKey: String? = nil,
        appwriteProjectID: String? = nil
    ) {
        self.name = name
        self.googleWebClientID = googleWebClientID
        self.googleIOSClientID = googleIOSClientID
        self.appleClientIDs = appleClientIDs
        self.appleTeamID = appleTeamID ?? Self.teamID(of: name)
        self.firebaseProjectID = firebaseProjectID
        self.firebaseAPIKey = firebaseAPIKey
        self.appwriteProjectID = appwriteProjectID
    }

    /// The client ids of the app at that provider, the one that a token is for by default first.
    public func clientIDs(at provider: ProviderKind) -> [String] {
        switch provider {
        case .google: [googleWebClientID, googleIOSClientID].compactMap(\.self)
        case .apple: appleClientIDs
        }
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
        var json: JSONObject = ["name": .string(name), "google": .object(google)]
        json["apple"] = ["clientIDs": .array(appleClientIDs.map(JSONValue.string)), "teamID": .string(appleTeamID)]
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
