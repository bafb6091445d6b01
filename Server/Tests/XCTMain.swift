import Testing

/// The entry point of the tests on Linux. Because of this file the build does not search an index of all symbols for
/// XCTest tests, so that the compiler does not have to write one.
@main struct Tests {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
