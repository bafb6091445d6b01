/// A rule that one word breaks, a letter at a time: a fuzzer that counts the edges of Swift's code comes to it within some
/// thousand inputs, and one that does not would need millions. `scripts/fuzz` asks for this find before it believes that
/// there is no other.
struct CanaryTarget: FuzzTarget {
    func run(_ input: [UInt8]) {
        var letters = input.makeIterator()
        for letter in "owl".utf8 {
            guard letters.next() == letter else { return }
        }
        check(false, "nothing begins with the canary's word")
    }
}
