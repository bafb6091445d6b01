/// A target that fails for inputs that begin with a certain word, compared letter by letter. A fuzzer that measures the
/// edge coverage of Swift code finds the word within a few thousand inputs; without coverage it would need millions.
/// `scripts/fuzz` requires this find before it trusts a run without finds.
struct CanaryTarget: FuzzTarget {
    func run(_ input: [UInt8]) {
        var letters = input.makeIterator()
        for letter in "owl".utf8 {
            guard letters.next() == letter else { return }
        }
        check(false, "nothing begins with the canary's word")
    }
}
