package io.koordbridge.colo.simulation;

import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.selection.NodeFilter;
import io.koordbridge.colo.simulation.Comparison.Row;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Where nodes show another offer than the calculation says. */
@Command(
        name = "diff",
        description =
                "Nodes that show another offer than the manager's calculation on what the API server has now: changes that are due, held back or damped. Changes nothing.")
public final class DiffCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private NodeFilter filter = new NodeFilter();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public DiffCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ClusterAccess access = session.cluster();
        PointReader reader = new PointReader(access.client(), access.namespace());
        Map<String, String> config = access.ask(reader::config);
        Instant now = Clock.systemUTC().instant();
        List<Row> rows = access.ask(() -> reader.points(filter.names(session))).stream()
                .map(point -> row(point, config, now))
                .filter(Row::differs)
                .toList();
        Comparison comparison = new Comparison("SHOWN", "CALCULATED", rows);
        spec.commandLine()
                .getOut()
                .println(session.text(
                        spec,
                        comparison.document(),
                        () -> rows.isEmpty() ? "Every node shows what is calculated." : comparison.table()));
        return ExitCodes.OK;
    }

    private static Row row(Point point, Map<String, String> config, Instant now) {
        Simulation.Result result = Simulation.of(point, config, now);
        return new Row(point.node().getMetadata().getName(), result.shown(), result.calculated());
    }
}
