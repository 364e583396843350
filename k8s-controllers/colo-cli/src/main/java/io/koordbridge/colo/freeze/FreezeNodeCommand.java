package io.koordbridge.colo.freeze;

import io.koordbridge.api.annotation.YarnFrozen;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.protocol.Annotations;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Ends with 1 when a node is unknown, or none is chosen. */
@Command(
        name = "node",
        description = {
            "Leave YARN's share of nodes as it is: it neither grows nor shrinks by the policy. Need of Kubernetes goes before it.",
            "Needs the right to get and patch nodes."
        })
final class FreezeNodeCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private ChosenNodes nodes = new ChosenNodes();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for others.")
    private @Nullable String reason;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    FreezeNodeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        YarnFrozen frozen =
                new YarnFrozen(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), reason);
        String value = ApiReader.JSON.valueToTree(frozen).toString();
        return nodes.set(session, spec, node -> node.containsKey(Annotations.NODE_YARN_LEASE), value, "frozen");
    }
}
