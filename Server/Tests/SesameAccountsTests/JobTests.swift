import Testing

@testable import SesameAccounts

struct JobTests {
    @Test(arguments: [(1, 5.0), (2, 10), (5, 80), (40, 21_600)])
    func `the retry delay doubles up to six hours`(failures: Int, seconds: Double) {
        #expect(Job.delay(afterFailures: failures, chance: 0) == seconds)
    }

    @Test func `jitter adds at most a quarter to the delay`() {
        #expect(Job.delay(afterFailures: 1, chance: 1) == 6.25)
    }
}
