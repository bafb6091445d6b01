package import Foundation
package import SesameCore

/// The server on which scenarios are played, with its development providers.
package struct DemoServer: Sendable {
    /// The server's URL.
    package let server: URL
    /// The development providers' URL.
    package let providers: URL
    /// The operator's admin key, with which an app's back end sends push notifications.
    package let adminKey: Secret
    /// The folder of the phones' disks. It is new, and removed by its creator.
    package let folder: URL
    /// The number of the first test user. A server that was used before needs a number that it does not know yet.
    package let firstPerson: Int
    /// The client type with which the apps connect to the server.
    package let client: ClientKind

    /// Creates a server with these values.
    package init(
        server: URL, providers: URL, adminKey: Secret, folder: URL, firstPerson: Int = 1,
        client: ClientKind = .sesame
    ) {
        self.server = server
        self.providers = providers
        self.adminKey = adminKey
        self.folder = folder
        self.firstPerson = firstPerson
        self.client = client
    }

    /// Throws if the development providers do not respond at their URL.
    package func check() async throws(AuthError) {
        try await Providers(url: providers).check()
    }
}

/// A test user of the apps. The development providers know the user by number.
struct Person: Sendable, Hashable {
    let number: Int

    var name: String { "\(givenName) \(familyName)" }
    var givenName: String { "Test" }
    var familyName: String { "User \(number)" }
}
