package io.koordbridge.colo.migration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** How far a migration is and what it waits for. Ends with 1 when there is no such job. */
@Command(
        name = "migration",
        description =
                "How far a PodMigrationJob is: its pod and reservation, what it waits for and since when, events.")
public final class ExplainMigrationCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", description = "The PodMigrationJob.")
    private String name = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public ExplainMigrationCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Optional<MigrationFacts> found = new MigrationReader(session).read(name);
        if (found.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "colo: there is no PodMigrationJob " + name + ". kubectl get podmigrationjobs lists them.");
            return ExitCodes.PROBLEM_FOUND;
        }
        MigrationFacts facts = found.get();
        spec.commandLine()
                .getOut()
                .println(session.text(
                        spec,
                        document(facts),
                        () -> MigrationFormatter.of(facts, Clock.systemUTC().instant())));
        return ExitCodes.OK;
    }

    private static ObjectNode document(MigrationFacts facts) {
        ObjectNode document = ApiReader.JSON.createObjectNode();
        put(document, "job", facts.job());
        put(document, "pod", facts.pod());
        put(document, "reservation", facts.reservation());
        put(document, "events", facts.events());
        put(document, "reported", facts.reported());
        return document.put("silent", facts.silent());
    }

    private static void put(ObjectNode document, String key, @Nullable Object value) {
        document.set(key, Serialization.unmarshal(Serialization.asJson(value), JsonNode.class));
    }
}
