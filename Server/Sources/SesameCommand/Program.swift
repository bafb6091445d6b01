import ArgumentParser
import SesameOperations
import SesameTerminal

/// The root command of `sesame`, with the commands for production.
struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sesame",
        abstract: "Self-hosted sign-in for mobile apps.",
        discussion: """
            For a look, run 'sesame demo', which plays five example apps from start to end. For a trial, run 'sesame \
            dev', which serves them with development versions of Apple, Google and FCM. For production, write a \
            configuration, create a key with 'sesame keys generate', and run 'sesame serve --config FILE'.

            \(DevelopmentProgram.list)
            """,
        version: BuildInfo.current.description,
        subcommands: [
            ServeCommand.self, UsersCommand.self, SessionsCommand.self, EventsCommand.self, PushCommand.self,
            AdminKeysCommand.self, KeysCommand.self, TokenCommand.self, BackupCommand.self, RestoreCommand.self,
            MigrateCommand.self, ExportCommand.self, PseudonymCommand.self, AppleCommand.self, RISCCommand.self,
            DoctorCommand.self, SettingsCommand.self,
        ])
}

@main
enum Main {
    static func main() async {
        if DevelopmentProgram.has(CommandLine.arguments.dropFirst()) { DevelopmentProgram.run() }
        await Program.main()
    }
}
