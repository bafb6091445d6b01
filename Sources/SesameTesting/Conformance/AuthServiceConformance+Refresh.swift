import Sesame
import SesameCore

extension AuthServiceConformance {
    static let refreshCases: [Case] = [
        Case("a refresh returns a new access token for the same session and user") { subject in
            let session = try await subject.signIn(1).session
            let fresh = try await subject.service.refresh(session)
            try expect(fresh.id, is: session.id, "the session's id")
            try expect(fresh.user.uid, is: session.user.uid, "the uid")
            try expect(fresh.accessToken != session.accessToken, "the access token has not changed")
            try expect(fresh.isUsable(for: .seconds(1), at: fresh.receivedAt), "the new access token has expired")
        },
        Case("a session can be refreshed many times") { subject in
            var session = try await subject.signIn(1).session
            for _ in 0..<10 { session = try await subject.service.refresh(session) }
        },
        Case("a refresh whose response was lost can be repeated") { subject in
            let session = try await subject.signIn(1).session
            _ = try await subject.service.refresh(session)
            let repeated = try await subject.service.refresh(session)
            let next = try await subject.service.refresh(repeated)
            try expect(next.id, is: session.id, "the session's id")
        },
        Case("concurrent refreshes all succeed, and the session can continue with any response") { subject in
            let session = try await subject.signIn(1).session
            let answers = try await withThrowingTaskGroup(of: Session.self) { group in
                for _ in 0..<8 { group.addTask { try await subject.service.refresh(session) } }
                return try await group.reduce(into: [Session]()) { $0.append($1) }
            }
            guard let last = answers.last else { throw ConformanceFailure("no refresh returned a session") }
            _ = try await subject.service.refresh(last)
        },
        Case("a refresh of one session does not affect the user's other session") { subject in
            let (phone, tablet) = (try await subject.signIn(1).session, try await subject.signIn(1).session)
            _ = try await subject.service.refresh(phone)
            _ = try await subject.service.refresh(tablet)
        },
    ]
}
