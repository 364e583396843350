package io.koordbridge.bench.app;

import io.koordbridge.bench.plan.PlanBench;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.replay.NodeSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench plan}. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Recorded usage through the shipped rules of agent, manager and operator: what is offered, delivered and short by several settings,",
            "and the CPU time of a replay of made-up nodes. Nothing is started."
        })
final class PlanCommand implements Callable<Integer> {

    private static final long MILLI = 1000;
    private static final int GIBIBYTE_SHIFT = 30;

    @Option(
            names = "--trace",
            split = ",",
            description = "Files with lines node,seconds,cpu_percent,memory_percent, plain or .gz.")
    private List<Path> traces = List.of();

    @Option(names = "--cores", defaultValue = "64", description = "Cores of each node (${DEFAULT-VALUE}).")
    private int cores;

    @Option(names = "--gib", defaultValue = "256", description = "Memory of each node in GiB (${DEFAULT-VALUE}).")
    private int gib;

    @Option(
            names = "--nodes",
            defaultValue = "1000",
            description = "Made-up nodes whose replay is timed (${DEFAULT-VALUE}); 0 for none.")
    private int nodes;

    @Option(names = "--days", defaultValue = "7", description = "Their days (${DEFAULT-VALUE}).")
    private int days;

    @Spec
    private @Nullable CommandSpec spec;

    PlanCommand() {}

    @Override
    public Integer call() throws IOException {
        Run run = new Run(Objects.requireNonNull(spec).commandLine());
        Recording recording = run.record("plan")
                .parameter("traces", traces.stream().map(Path::toString).toList())
                .parameter("nodes", nodes)
                .parameter("days", days)
                .note("batch work takes all it gets; what is offered was published before the sample was seen");
        for (Path trace : traces) {
            PlanBench.replay(trace, new NodeSize(cores * MILLI, (long) gib << GIBIBYTE_SHIFT), recording);
        }
        if (nodes > 0) {
            PlanBench.time(nodes, days, recording);
        }
        return run.finish(recording);
    }
}
