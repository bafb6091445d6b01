import Sesame
import SesameCore

/// What a test has said of the calls to come.
struct MockScript: Sendable {
    /// What happens to one call.
    struct Course: Sendable {
        var failure: AuthError?
        var hold: Promise<Bool>?
        var delay: Duration?
        var losesAnswer = false
    }

    typealias Call = MockAuthService.Call

    var isOffline = false
    var failures: [Call: AuthError] = [:]
    var nextFailures: [Call: [AuthError]] = [:]
    var holds: [Call: Promise<Bool>] = [:]
    var delays: [Call: Duration] = [:]
    var lostAnswers: [Call: Int] = [:]

    /// What happens to the next call of that kind; what was said for one call only is spent.
    mutating func next(_ call: Call) -> Course {
        var course = Course(failure: isOffline ? .offline : nil, hold: holds[call], delay: delays[call])
        if course.failure == nil, let failures = nextFailures[call], let first = failures.first {
            nextFailures[call] = Array(failures.dropFirst())
            course.failure = first
        }
        course.failure = course.failure ?? failures[call]
        if course.failure == nil, let count = lostAnswers[call], count > 0 {
            lostAnswers[call] = count - 1
            course.losesAnswer = true
        }
        return course
    }
}

extension AuthError {
    static let offline = AuthError(.offline, "the test has cut the network")
}
