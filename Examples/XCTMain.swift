import Testing

/// The entry point of the tests on Linux. With this file, the package's build does not need to search an index of all
/// symbols for XCTest tests, so the compiler does not need to write one.
@main struct Tests {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
