import Testing

/// The entry point of the tests on Linux. With this file, the build need not search an index of all symbols for XCTest
/// tests, and so the compiler need not write one.
@main struct Tests {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
