package import Foundation
package import SesameCore

/// The server that scenes are played against, with its development providers.
package struct Venue: Sendable {
    /// The server's address.
    package let server: URL
    /// The development providers'.
    package let providers: URL
    /// The operator's key, by which an app's back end sends pushes.
    package let adminKey: Secret
    /// The folder of the phones' disks. It is new, and removed by its creator.
    package let folder: URL
    /// The number of the first person. On a server that was used before, one whom it does not know yet.
    package let firstPerson: Int
    /// By which of the library's back ends the apps reach the server.
    package let client: Client

    /// Makes the value.
    package init(
        server: URL, providers: URL, adminKey: Secret, folder: URL, firstPerson: Int = 1,
        client: Client = .sesame
    ) {
        self.server = server
        self.providers = providers
        self.adminKey = adminKey
        self.folder = folder
        self.firstPerson = firstPerson
        self.client = client
    }

    /// Throws when the development providers do not answer at their address.
    package func check() async throws(AuthError) {
        try await Providers(url: providers).check()
    }
}

/// Somebody who uses the apps. The development providers know them by their number.
struct Person: Sendable, Hashable {
    let number: Int

    var name: String { "\(givenName) \(familyName)" }
    var givenName: String { "Test" }
    var familyName: String { "User \(number)" }
}
