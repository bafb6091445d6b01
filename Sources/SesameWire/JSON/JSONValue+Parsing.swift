public import SesameCore

extension JSONValue {
    /// Parses a document with exactly one value by all rules of RFC 8259, and by these additional ones: UTF-8 without
    /// byte order mark, no duplicate member (names compared as decoded bytes), no lone surrogate, and the given limits.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try JSONValue(parsing: buffer, limits: limits)
        }
    }

    /// Parses a document from any collection of bytes; contiguous bytes are not copied.
    public init(parsing bytes: some Collection<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        let inPlace = bytes.withContiguousStorageIfAvailable { buffer in
            Result { () throws(JSONError) in try JSONValue(parsing: buffer, limits: limits) }
        }
        if let inPlace {
            self = try inPlace.get()
        } else {
            self = try JSONValue(parsing: [UInt8](bytes), limits: limits)
        }
    }

    /// Parses a document from memory that stays valid during the call.
    public init(parsing buffer: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        guard buffer.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
        var parser = JSONParser(bytes: buffer, limits: limits)
        self = try parser.document()
    }
}
