import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The OpenAPI document with this server's providers. It is built at the first request, because most servers never need
/// it.
struct APIDescription: Sendable {
    let providers: ProviderDirectory
    private let made = Locked<SharedResponse?>(nil)

    init(_ providers: ProviderDirectory) {
        self.providers = providers
    }

    /// The response with the document as JSON, built on the first read.
    var response: SharedResponse {
        made.withLock { made in
            let response = made ?? SharedResponse(.json(make()))
            made = response
            return response
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
