public import Foundation
import SesameCore

/// A project at an Appwrite server, or an app of a Sesame server that speaks Appwrite's protocol.
public struct AppwriteProject: Sendable {
    /// The server's address with its version, for example `https://fra.cloud.appwrite.io/v1`.
    public let endpoint: URL
    /// The project's id.
    public let id: String
    /// The app's name among the project's platforms, for example `appwrite-ios://com.example.familysync`; it is sent as
    /// `Origin`. Nil sends none, which a server takes as well.
    public let client: String?

    /// A project at that address.
    public init(endpoint: URL, id: String, client: String? = Self.thisApp) {
        self.endpoint = endpoint
        self.id = id
        self.client = client
    }

    /// A project in a region of Appwrite's cloud, for example `fra`; nil for what cannot be a region's name.
    public init?(cloudRegion region: String, id: String, client: String? = Self.thisApp) {
        let isName = region.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isName, !region.isEmpty, let endpoint = URL(string: "https://\(region).cloud.appwrite.io/v1") else {
            return nil
        }
        self.init(endpoint: endpoint, id: id, client: client)
    }

    /// The name that Appwrite's own SDK gives this app; nil where an app has no bundle identifier.
    public static var thisApp: String? {
        #if os(iOS)
            Bundle.main.bundleIdentifier.map { "appwrite-ios://\($0)" }
        #elseif os(macOS)
            Bundle.main.bundleIdentifier.map { "appwrite-macos://\($0)" }
        #else
            nil
        #endif
    }
}
