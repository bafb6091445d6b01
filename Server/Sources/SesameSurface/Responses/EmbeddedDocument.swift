import CEmbeddedFiles

package enum EmbeddedDocument {
    /// The OpenAPI description of all routes except those of other vendors' protocols.
    package static var openAPI: [UInt8] {
        let page = sesame_openapi_page()
        return Array(UnsafeBufferPointer(start: page.bytes, count: page.count))
    }
}
