import SesameCore

/// The members of a resource that a request changes (AIP-161): comma-separated paths of names.
/// https://google.aip.dev/161
struct FieldMask: Sendable {
    private let paths: [[String]]

    /// Creates the mask of a query's `updateMask`; nil if the query has none, so that the request replaces the whole
    /// resource.
    init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        paths = text.split(separator: ",").map { path in
            path.split(separator: ".").map { FirebaseSchema.camelCase(String($0)) }
        }
    }

    /// Returns the resource with the members of the mask taken from the change; members of the mask that the change
    /// lacks are removed. A path into a value that is not an object changes nothing.
    func applied(_ change: JSONObject, to resource: JSONObject) -> JSONObject {
        paths.reduce(resource) { resource, path in Self.applied(change, to: resource, at: path[...]) }
    }

    private static func applied(
        _ change: JSONObject, to resource: JSONObject, at path: ArraySlice<String>
    ) -> JSONObject {
        guard let name = path.first else { return resource }
        var changed = resource
        if path.count == 1 {
            changed[name] = change[name]
            return changed
        }
        let (known, next) = (resource[name], change[name])
        guard known == nil || known?.object != nil, next == nil || next?.object != nil, known != nil || next != nil
        else { return resource }
        changed[name] = .object(applied(next?.object ?? [:], to: known?.object ?? [:], at: path.dropFirst()))
        return changed
    }
}
