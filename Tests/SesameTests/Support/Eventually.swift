/// Lets other tasks run until the condition holds, and returns false after a minute.
func eventually(_ condition: () async -> Bool) async -> Bool {
    for turn in 0..<60_000 {
        if await condition() { return true }
        if turn < 500 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    return false
}
