package io.koordbridge.colo.drain;

import io.koordbridge.colo.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what can be drained. */
@Command(name = "drain", description = "Take YARN off a node, in order.", synopsisSubcommandLabel = "COMMAND")
public final class DrainCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Adds it and its commands; their time-out is that of the drain, not that of one answer. */
    public static void addTo(CommandLine colo, Session session) {
        CommandLine drain = new CommandLine(new DrainCommand())
                .addSubcommand(new DrainNodeCommand(session))
                .addSubcommand(new DrainNodeManagerCommand(session));
        colo.addSubcommand(drain);
        drain.getSubcommands().values().forEach(command -> DrainOptions.ownTimeout(command.getCommandSpec()));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Drain what? For example: colo drain node NAME");
    }
}
