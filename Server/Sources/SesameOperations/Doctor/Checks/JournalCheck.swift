import Foundation
import SesameCore

/// A check of the deletion journal: it exists or can be created, is writable by the server, and is intact.
struct JournalCheck: DoctorCheck {
    private static let subject = "deletionJournal"
    private static let reason = "the server does not start"

    func findings(_ installation: Installation) async -> [Finding] {
        let usual = installation.settings["dataDir"]?.string.map(ServerConfiguration.defaultJournalPath)
        let chosen = installation.settings[Self.subject]?.string
        // Another check covers the data folder.
        guard let file = chosen ?? usual, chosen != nil || FilePresence(of: file) == .there else { return [] }
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        guard access(folder, F_OK) == 0 else {
            return [
                .fault(
                    Self.subject, "the folder '\(folder)' does not exist", why: Self.reason,
                    fix: "install -d -m 700 -o sesame -g sesame \(folder)")
            ]
        }
        let place = access(file, F_OK) == 0 ? file : folder
        guard access(place, place == file ? R_OK | W_OK : W_OK | X_OK) == 0 else {
            return [
                .fault(
                    Self.subject, "this user lacks read or write access to '\(place)'", why: Self.reason,
                    fix: """
                        chown sesame: \(place), ReadWritePaths=\(folder) in the unit, or run the doctor as the \
                        server's user
                        """)
            ]
        }
        do throws(DeletionJournalFile.Failure) {
            _ = try JournalContent(of: file)
        } catch {
            return [
                .fault(
                    Self.subject, StartError(error, journal: file).description, why: Self.reason,
                    fix: "cp COPY \(file), as the server's user")
            ]
        }
        return [.ok(Self.subject, "'\(file)' is writable")]
    }
}
