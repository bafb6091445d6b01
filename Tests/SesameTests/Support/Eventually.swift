/// Returns true as soon as the condition holds, or false after about a minute. Other tasks run meanwhile.
func eventually(_ condition: () async -> Bool) async -> Bool {
    for turn in 0..<60_000 {
        if await condition() { return true }
        if turn < 500 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    return false
}
