package io.koordbridge.colo.descheduler;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what there is about koord-descheduler. */
@Command(name = "descheduler", description = "Moves of pods by koord-descheduler.", synopsisSubcommandLabel = "COMMAND")
public final class DeschedulerCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "What about the descheduler? For example: colo descheduler plan");
    }
}
