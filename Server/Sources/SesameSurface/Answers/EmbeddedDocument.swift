import CPages

/// Documents that are part of the program.
package enum EmbeddedDocument {
    /// The OpenAPI description of all routes but those of the dialects.
    package static var openAPI: [UInt8] {
        let page = sesame_openapi_page()
        return Array(UnsafeBufferPointer(start: page.bytes, count: page.count))
    }
}
