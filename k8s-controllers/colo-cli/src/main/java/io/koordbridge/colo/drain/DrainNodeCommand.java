package io.koordbridge.colo.drain;

import io.koordbridge.colo.terminal.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Ends with 1 when masters hold the drain until its time is over. */
@Command(
        name = "node",
        description = {
            "Take YARN off a node: no new containers, those that run end within the time, then the NodeManager's pod.",
            "Needs the right to get and patch nodes."
        })
final class DrainNodeCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", description = "The Kubernetes node.")
    private String name = "";

    @Mixin
    private DrainOptions options = new DrainOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    DrainNodeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        return new DrainRun(session, spec, options).of(name);
    }
}
