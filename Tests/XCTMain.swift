import Testing

/// The entry point of the tests on Linux. With this file, the build does not search an index of all symbols for XCTest
/// tests, so the compiler does not have to write that index.
@main struct Tests {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
