package io.koordbridge.colo.simulation;

import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.selection.NodeFilter;
import io.koordbridge.colo.simulation.Comparison.Row;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What nodes would offer with another configuration. */
@Command(
        name = "simulate",
        description =
                "What nodes would offer with other values in colocation-config, by the manager's calculation on what the API server has now. Changes nothing.")
public final class SimulateCommand implements Callable<Integer> {
    private final Session session;

    @Option(
            names = "--set",
            required = true,
            paramLabel = "FIELD=VALUE",
            description = "Field of the cluster's part, such as%ncpuReclaimThresholdPercent=70; can be repeated.")
    private Map<String, String> changes = Map.of();

    @Mixin
    private NodeFilter filter = new NodeFilter();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public SimulateCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        // What is wrong by itself is said before a cluster is looked for.
        checked("");
        ClusterAccess access = session.cluster();
        PointReader reader = new PointReader(access.client(), access.namespace());
        Map<String, String> now = access.ask(reader::config);
        Map<String, String> then = new HashMap<>(now);
        then.put(ColocationSchemas.KEY, checked(now.getOrDefault(ColocationSchemas.KEY, "")));
        Instant time = Clock.systemUTC().instant();
        List<Row> rows = access.ask(() -> reader.points(filter.names(session))).stream()
                .map(point -> new Row(
                        point.node().getMetadata().getName(),
                        Simulation.of(point, now, time).calculated(),
                        Simulation.of(point, then, time).calculated()))
                .toList();
        Comparison comparison = new Comparison("NOW", "THEN", rows);
        spec.commandLine().getOut().println(session.text(spec, comparison.document(), comparison::table));
        return ExitCodes.OK;
    }

    /** A stored text with the changes, refused where the manager would not take it. */
    private String checked(String stored) {
        try {
            return CheckedChanges.colocation(stored, changes);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }
}
