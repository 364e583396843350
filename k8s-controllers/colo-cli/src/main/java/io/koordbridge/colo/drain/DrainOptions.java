package io.koordbridge.colo.drain;

import io.koordbridge.colo.terminal.Span;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options of a drain. */
final class DrainOptions {
    private static final String TIMEOUT = "--timeout";
    private static final String STANDARD = "10m";

    @Option(
            names = "--evict-masters",
            description = "Also end application masters that are left at the end of the time.%n"
                    + "Without it they hold the drain: it ends with 1, and YARN gets the node back.")
    private boolean evictMasters;

    @Option(
            names = "--keep-pod",
            description = "Leave the NodeManager's pod when no container is left.%n"
                    + "YARN gets nothing of the node until --cancel.")
    private boolean keepPod;

    @Option(names = "--no-wait", description = "Give the order and do not follow it.")
    private boolean noWait;

    @Option(names = "--cancel", description = "Call the drain off: YARN gets the node back.")
    private boolean cancel;

    /** In the place of the option of every command, whose meaning it keeps before the word drain. */
    static void ownTimeout(CommandSpec spec) {
        spec.remove(spec.findOption(TIMEOUT));
        spec.addOption(OptionSpec.builder(TIMEOUT)
                .paramLabel("TIME")
                .type(Duration.class)
                .converters(new Span())
                .defaultValue(STANDARD)
                .description("How long containers may stay, such as 90s, 10m or 2h%n(default: ${DEFAULT-VALUE}).")
                .build());
    }

    static Duration timeout(CommandSpec spec) {
        return spec.findOption(TIMEOUT).getValue();
    }

    boolean evictMasters() {
        return evictMasters;
    }

    boolean keepPod() {
        return keepPod;
    }

    boolean waits() {
        return !noWait;
    }

    boolean cancel() {
        return cancel;
    }
}
