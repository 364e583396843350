package io.koordbridge.bench.planerror;

import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.cgroup.OwnHierarchies;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.lab.prometheus.ScrapedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Rounds of record, plan, installation and measurement on one node. */
public final class PlanError {

    /** The figure that says how good plans are. */
    public static final String MEDIAN = "median of the errors";

    /** Longer than all windows, so that nothing of the time before is in them. */
    private static final Duration SETTLED = Duration.ofSeconds(15);

    /** Of the agent after its start, which costs more than its work. */
    private static final Duration WARM = Duration.ofSeconds(30);

    /** Until everything is ended after a signal. */
    private static final Duration END = Duration.ofMinutes(1);

    private static final String UNIT = "% of node";

    private final PlanErrorOptions options;
    private final Recording recording;
    private final Consumer<String> progress;
    private final List<PlanRound> rounds = new ArrayList<>();

    public PlanError(PlanErrorOptions options, Recording recording, Consumer<String> progress) {
        this.options = options;
        this.recording = recording;
        this.progress = progress;
    }

    /** Why it cannot run on this machine, or empty. */
    public static Optional<String> missing() {
        return OwnHierarchies.missing().or(ScrapedNode::missing);
    }

    /**
     * Measures and records.
     *
     * @param directory for files and logs, with a short path: a socket is in it
     * @throws IllegalStateException when {@link #missing} says why, or {@code bin/lab} makes no node
     */
    public void run(Path directory) throws IOException, InterruptedException {
        missing().ifPresent(why -> {
            throw new IllegalStateException(why);
        });
        CountDownLatch ended = new CountDownLatch(1);
        Thread here = Thread.currentThread();
        // A signal came: what was started is ended.
        Thread last = new Thread(() -> endEarly(here, ended), "plan-error-last-resort");
        Runtime.getRuntime().addShutdownHook(last);
        try {
            measure(directory);
            Runtime.getRuntime().removeShutdownHook(last);
        } finally {
            ended.countDown();
        }
        recording.figure(
                MEDIAN, median(rounds.stream().mapToDouble(PlanRound::error).toArray()), UNIT);
    }

    private static void endEarly(Thread running, CountDownLatch ended) {
        if (ended.getCount() == 0) {
            return;
        }
        running.interrupt();
        try {
            boolean unused = ended.await(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void measure(Path directory) throws IOException, InterruptedException {
        Path prometheus = Files.createDirectories(directory.resolve("p"));
        try (LabNode node = new LabNode(directory);
                Beside beside = new Beside(node.processes())) {
            progress.accept("the node is ready");
            NodePods pods = new NodePods(node.client());
            pods.createOnline();
            try (NodeProc proc = new NodeProc(
                            directory.resolve("proc"),
                            () -> node.cpuNanos(LabNode.ALL),
                            Runtime.getRuntime().availableProcessors());
                    ScrapedNode scraped =
                            ScrapedNode.of(LabNode.NAME, node.client().getConfiguration(), prometheus, proc.root());
                    LoadedNode loaded = loaded(node, pods, directory)) {
                for (int number = 1; number <= options.rounds(); number++) {
                    PlanRound round = round(number, new Parts(node, pods, scraped, loaded, proc.root(), directory));
                    rounds.add(round);
                    record(number, round);
                }
            }
        }
    }

    /** With the online service of the quick start, in its pod. */
    private LoadedNode loaded(LabNode node, NodePods pods, Path directory) throws IOException {
        Path control = Files.writeString(directory.resolve("online-load"), "0 rest");
        ChildProcess service = JavaCommand.of("online-service", "io.koordbridge.quickstart.load.OnlineService")
                .classPath(ProjectLayout.find().classPath("story"))
                .jvmArguments(List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"))
                .arguments(List.of(control.toString()))
                .start(directory, directory.resolve("online-service.log"));
        node.place(service.pid(), pods.group(NodePods.ONLINE));
        return new LoadedNode(new NodeCounters(node, pods), service, control, pattern(0, pods.nodeMilliCpu()));
    }

    private record Parts(
            LabNode node, NodePods pods, ScrapedNode scraped, LoadedNode loaded, Path proc, Path directory) {}

    private LoadPattern pattern(int number, long nodeMilliCpu) {
        return LoadPattern.of(options.seed() + number, nodeMilliCpu, options.seconds());
    }

    private PlanRound round(int number, Parts parts) throws IOException, InterruptedException {
        long milliCpu = parts.pods().nodeMilliCpu();
        LoadPattern pattern = pattern(number - 1, milliCpu);
        LoadedNode loaded = parts.loaded();
        loaded.load(pattern);
        loaded.await(SETTLED);
        Use before = loaded.use(milliCpu);
        Planned planned = plan(
                parts.scraped(),
                List.of(
                        "--prometheus=" + parts.scraped().address(),
                        "--prometheus-match=job=\"exporter\"",
                        "--from=" + pattern.seconds() + "s",
                        "--step=1s"));
        progress.accept("round %d: planned %.1f %% of the node".formatted(number, planned.deliveredPercent()));
        Planned byLooks = plan(parts, before);
        Use after;
        try (Installed installed = new Installed(
                parts.node(),
                parts.pods(),
                loaded,
                parts.proc(),
                parts.directory().resolve("i" + number))) {
            loaded.await(WARM);
            after = loaded.use(milliCpu);
        }
        PlanRound round = new PlanRound(planned, byLooks, plan(parts, after), before, after);
        progress.accept("round %d: delivered %.1f %%, error %.1f %% of the node"
                .formatted(number, after.tierPercent(), round.error()));
        return round;
    }

    /** From the bench's own looks at the use. */
    private static Planned plan(Parts parts, Use use) throws IOException, InterruptedException {
        Path trace = Files.write(parts.directory().resolve("trace.csv"), use.trace(LabNode.NAME));
        return plan(parts.scraped(), List.of("--trace=" + trace, "--node-cores=" + use.nodeMilliCpu() + "m"));
    }

    private static Planned plan(ScrapedNode scraped, List<String> source) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(
                List.of(ProjectLayout.find().root().resolve("bin/colo").toString(), "plan"));
        line.addAll(source);
        line.add("--set=" + NodePods.planSetting());
        line.add("--output=json");
        return Planned.of(scraped.document(line));
    }

    private void record(int number, PlanRound round) {
        String prefix = "round " + number + ": ";
        recording
                .figure(prefix + "planned, offered", round.planned().offeredPercent(), UNIT)
                .figure(prefix + "measured, offered", round.after().offeredPercent(), UNIT)
                .figure(prefix + "planned, delivered", round.planned().deliveredPercent(), UNIT)
                .figure(prefix + "measured, delivered", round.after().tierPercent(), UNIT)
                .figure(prefix + "error", round.error(), UNIT)
                .figure(prefix + "difference by the source", round.bySource(), UNIT)
                .figure(prefix + "difference by the use", round.byUse(), UNIT)
                .figure(prefix + "difference by the rules", round.byRules(), UNIT)
                .figure(prefix + "difference by the kernel", round.byKernel(), UNIT)
                .figure(prefix + "other use, before", round.before().otherPercent(), UNIT)
                .figure(prefix + "other use, after", round.after().otherPercent(), UNIT)
                .figure(prefix + "of it the agent", round.after().ownPercent(), UNIT)
                .figure(prefix + "pattern", round.after().wantedPercent(), UNIT);
    }

    /** The middle one, of an even number the higher of the two. */
    static double median(double... values) {
        return Arrays.stream(values)
                .sorted()
                .skip(values.length / 2)
                .findFirst()
                .orElseThrow();
    }

    /** What was measured so far. */
    public List<PlanRound> rounds() {
        return List.copyOf(rounds);
    }
}
