import ArgumentParser
import SesameOperations
import SesameTerminal

/// The program `sesame-dev`, to which `sesame` delegates the development commands. Its output uses the name `sesame`.
@main
struct DevProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sesame",
        abstract: "Sesame's development commands.",
        version: BuildInfo.current.description,
        subcommands: [
            DevCommand.self, DemoCommand.self, LoginCommand.self, WhoamiCommand.self, LogoutCommand.self,
        ])
}

extension CommandConfiguration {
    /// Creates the configuration of a development command, with the name and summary that `sesame --help` lists.
    init(_ command: DevelopmentCommand, discussion: String) {
        self.init(commandName: command.rawValue, abstract: command.abstract, discussion: discussion)
    }
}
