import Testing

/// Begins the tests on Linux. Where a package has this file, its build need not search an index of all symbols for tests
/// of XCTest, and so the compiler need not write one.
@main struct Tests {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
