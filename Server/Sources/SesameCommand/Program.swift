import ArgumentParser
import SesameOperations
import SesameServer

/// The program `sesame`.
@main
struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sesame",
        abstract: "Sign-in for mobile apps that their teams own.",
        discussion: """
            To see it: 'sesame demo' plays five example apps from start to end. To try it: 'sesame dev' serves them with \
            a development Apple, Google and FCM. To run it for real: write a configuration, make a key with 'sesame keys \
            generate', then 'sesame serve --config FILE'.
            """,
        version: BuildInfo.current.description,
        subcommands: [
            DevCommand.self, DemoCommand.self, ServeCommand.self, LoginCommand.self, WhoamiCommand.self,
            LogoutCommand.self, UsersCommand.self, SessionsCommand.self, EventsCommand.self, PushCommand.self,
            AdminKeysCommand.self, KeysCommand.self, TokenCommand.self, BackupCommand.self, RestoreCommand.self,
            MigrateCommand.self,
            ExportCommand.self, PseudonymCommand.self, AppleCommand.self, RISCCommand.self, DoctorCommand.self,
        ])
}
