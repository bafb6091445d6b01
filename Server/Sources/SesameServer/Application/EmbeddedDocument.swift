import CPages

/// Documents that are part of the program.
enum EmbeddedDocument {
    /// The OpenAPI description of the native API.
    static var openAPI: [UInt8] { bytes(sesame_openapi_page()) }

    /// The configuration of `sesame dev`.
    static var development: [UInt8] { bytes(sesame_development_page()) }

    private static func bytes(_ page: sesame_page) -> [UInt8] {
        Array(UnsafeBufferPointer(start: page.bytes, count: page.count))
    }
}
