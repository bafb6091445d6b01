/// A target that fails for one word, letter by letter. A fuzzer that measures the edge coverage of Swift's code finds
/// it within some thousand inputs; without coverage it would take millions. `scripts/fuzz` requires this find before it
/// trusts a run without finds.
struct CanaryTarget: FuzzTarget {
    func run(_ input: [UInt8]) {
        var letters = input.makeIterator()
        for letter in "owl".utf8 {
            guard letters.next() == letter else { return }
        }
        check(false, "nothing begins with the canary's word")
    }
}
