package io.koordbridge.colo.config;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what can be done with the configuration. */
@Command(name = "config", description = "The config map slo-controller-config.", synopsisSubcommandLabel = "COMMAND")
public final class ConfigCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "Do what with the configuration? For example: colo config validate FILE");
    }
}
