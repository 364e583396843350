package io.koordbridge.bench.app;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bin/bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {
            BatchCommand.class,
            DeschedulerCommand.class,
            KoordletTickCommand.class,
            KoordletFootprintCommand.class,
            KoordletLatencyCommand.class,
            KoordletWritesCommand.class,
            NodeManagerStarvationCommand.class,
            OnlineLatencyCommand.class,
            PlanCommand.class,
            PlanErrorCommand.class,
            QuotaCommand.class,
            ReactionCommand.class,
            ScaleCommand.class,
            SchedulerCommand.class,
            WebhookCommand.class
        },
        description = {
            "Benchmarks; without a name all of them with their defaults. Each prints a table and writes target/bench/<name>.json with figures, machine, commit and",
            "targets. Ends with 0 if every target was reached, 1 if one was missed, 2 if it could not run.",
            "bin/bench soak [TEST] runs the tests with the tag soak instead, which take minutes each."
        })
public final class BenchMain implements Callable<Integer> {

    private static final int MISUSED = 2;

    @Spec
    private @Nullable CommandSpec spec;

    BenchMain() {}

    /** Runs one benchmark. */
    public static void main(String[] args) {
        CommandLine line = new CommandLine(new BenchMain());
        line.setExecutionExceptionHandler((problem, command, result) -> {
            PrintWriter err = command.getErr();
            problem.printStackTrace(err);
            err.println("bench: " + problem.getMessage());
            return MISUSED;
        });
        System.exit(line.execute(args));
    }

    @Override
    public Integer call() {
        int worst = 0;
        for (CommandLine benchmark : Objects.requireNonNull(spec).subcommands().values()) {
            worst = Math.max(worst, benchmark.execute());
        }
        return worst;
    }
}
