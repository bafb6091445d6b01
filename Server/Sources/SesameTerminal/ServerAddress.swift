import Foundation
package import SesameCore

/// The address of a server, as the user typed it.
package struct ServerAddress {
    /// The address without a slash at its end.
    package let text: String

    package init(_ text: String) {
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// True if the address is `http` on a loopback host, which is safe without TLS.
    package var isLocal: Bool {
        guard let parts = URLComponents(string: text), parts.scheme == "http" else { return false }
        return ["127.0.0.1", "localhost", "[::1]"].contains(parts.host ?? "")
    }

    /// Returns the admin key for the server: from the file, else from the variable SESAME_ADMIN_KEY, else from a
    /// running `sesame dev`; nil if there is none.
    package func adminKey(file: String?) throws -> Secret? {
        if let file { return try SecretFile.read(file) }
        if let key = ProcessInfo.processInfo.environment["SESAME_ADMIN_KEY"], !key.isEmpty { return Secret(key) }
        guard isLocal, let port = URLComponents(string: text)?.port else { return nil }
        return LocalAdminKey(port: port).key
    }
}
