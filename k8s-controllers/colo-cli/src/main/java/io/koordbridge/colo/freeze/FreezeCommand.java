package io.koordbridge.colo.freeze;

import io.koordbridge.colo.terminal.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what can be frozen. */
@Command(name = "freeze", description = "Leave YARN's share of nodes as it is.", synopsisSubcommandLabel = "COMMAND")
public final class FreezeCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Adds it and its opposite. */
    public static void addTo(CommandLine colo, Session session) {
        colo.addSubcommand(new CommandLine(new FreezeCommand()).addSubcommand(new FreezeNodeCommand(session)))
                .addSubcommand(new CommandLine(new ThawCommand()).addSubcommand(new ThawNodeCommand(session)));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Freeze what? For example: colo freeze node NAME");
    }
}
