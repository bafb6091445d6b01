import CPages

/// Documents that are part of the program.
package enum EmbeddedDocument {
    /// The OpenAPI description of all routes but those of the dialects.
    package static var openAPI: [UInt8] { bytes(sesame_openapi_page()) }

    /// The configurations of the example apps, a file each.
    package static var examples: [[UInt8]] { (0..<sesame_example_count()).map { bytes(sesame_example($0)) } }

    private static func bytes(_ page: sesame_page) -> [UInt8] {
        Array(UnsafeBufferPointer(start: page.bytes, count: page.count))
    }
}
