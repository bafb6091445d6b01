import SesameAccounts
import SesameCore
import SesameSurface
import SesameWire

/// The OpenAPI document with this server's providers. It is built at the first request, because most servers never need
/// it.
struct APIDescription: Sendable {
    let providers: ProviderDirectory
    private let made = Locked<[UInt8]?>(nil)

    init(_ providers: ProviderDirectory) {
        self.providers = providers
    }

    /// The document as JSON, built on the first read.
    var bytes: [UInt8] {
        made.withLock { made in
            let bytes = made ?? make()
            made = bytes
            return bytes
        }
    }

    private func make() -> [UInt8] {
        let limits = JSONLimits(bytes: 1 << 20, depth: 32)
        guard var root = (try? JSONValue(parsing: EmbeddedDocument.openAPI, limits: limits))?.object,
            var components = root["components"]?.object, var schemas = components["schemas"]?.object
        else { return EmbeddedDocument.openAPI }
        let names = [
            "Provider": providers.all.map(\.provider.rawValue), "SignInMethod": providers.methods.map(\.rawValue),
        ]
        for (schema, values) in names {
            guard var object = schemas[schema]?.object else { continue }
            object["enum"] = .array(values.map(JSONValue.string))
            schemas[schema] = .object(object)
        }
        components["schemas"] = .object(schemas)
        root["components"] = .object(components)
        return JSONValue.object(root).serialized()
    }
}
