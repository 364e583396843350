package io.koordbridge.colo.freeze;

import io.koordbridge.colo.terminal.Session;
import io.koordbridge.protocol.Annotations;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Ends with 1 when a node is unknown, or none is chosen. */
@Command(
        name = "node",
        description = {"Let YARN's share of nodes follow the policy again.", "Needs the right to get and patch nodes."})
final class ThawNodeCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private ChosenNodes nodes = new ChosenNodes();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    ThawNodeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        return nodes.set(session, spec, node -> node.containsKey(Annotations.NODE_YARN_FROZEN), null, "thawed");
    }
}
