package io.koordbridge.colo.quota;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what there is about quotas. */
@Command(name = "quota", description = "Elastic quotas of koord-scheduler.", synopsisSubcommandLabel = "COMMAND")
public final class QuotaCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "What about quotas? For example: colo quota tree");
    }
}
