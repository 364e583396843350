package io.koordbridge.bench.online;

import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;

/** Response times of the service in all arms, block after block in an order by lot, so that what else the machine does hits all of them. */
public final class OnlineLatency {

    private static final double MOST = 1.02;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<Double> PERCENTS = List.of(50.0, 99.0);
    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    private static final int FEWEST_OF_CPUSET = 2;

    private final OnlineOptions options;
    private final Recording recording;
    private final Map<Arm, long[][]> times = new EnumMap<>(Arm.class);
    private final Map<Arm, Spent> batch = new EnumMap<>(Arm.class);

    private record Spent(Duration cpu, long nanos) {
        private Spent plus(Spent other) {
            return new Spent(cpu.plus(other.cpu), nanos + other.nanos);
        }

        private double cores() {
            return cpu.toNanos() / (double) Math.max(1, nanos);
        }
    }

    public OnlineLatency(OnlineOptions options, Recording recording) {
        this.options = options;
        this.recording = recording;
        for (Arm arm : Arm.values()) {
            times.put(arm, new long[options.blocks()][]);
            batch.put(arm, new Spent(Duration.ZERO, 0));
        }
    }

    /**
     * Measures and records.
     *
     * @param directory for files and logs, with a short path: a socket is in it
     */
    public void run(Path directory, Consumer<String> progress) throws IOException {
        try (OnlineNode node = new OnlineNode(directory, options)) {
            progress.accept("the service answers, %.1f requests each second"
                    .formatted(NANOS_PER_SECOND / options.gapNanos(CPUS)));
            for (int block = 0; block < options.blocks(); block++) {
                for (Arm arm : order(block)) {
                    measure(node, arm, block);
                }
                progress.accept("block " + (block + 1) + " of " + options.blocks());
            }
        }
        record();
    }

    private List<Arm> order(int block) {
        List<Arm> arms = new ArrayList<>(Arrays.asList(Arm.values()));
        Collections.shuffle(arms, new Random(options.seed() * options.blocks() + block));
        return arms;
    }

    /** All arms of a block get the same arrivals. */
    private void measure(OnlineNode node, Arm arm, int block) throws IOException {
        node.set(arm);
        Duration before = node.batchCpu();
        long start = System.nanoTime();
        long[] nanos = node.serve(new OnlineBlock(
                options.seed() + block, options.warm(CPUS), options.counted(block), options.gapNanos(CPUS)));
        Objects.requireNonNull(times.get(arm))[block] = nanos;
        Spent spent = new Spent(node.batchCpu().minus(before), System.nanoTime() - start);
        batch.merge(arm, spent, Spent::plus);
    }

    private void record() {
        BlockBootstrap bootstrap = new BlockBootstrap(options.blocks(), options.seed());
        Map<Arm, BlockBootstrap.Sample> samples = new EnumMap<>(Arm.class);
        times.forEach((arm, blocks) -> samples.put(arm, new BlockBootstrap.Sample(blocks)));
        for (Arm arm : Arm.values()) {
            BlockBootstrap.Sample sample = Objects.requireNonNull(samples.get(arm));
            recording.figure(arm.title() + ": requests", sample.size(), "requests");
            for (double percent : PERCENTS) {
                interval(
                        arm.title() + ": P" + (int) percent,
                        scaled(bootstrap.percentile(sample, percent), NANOS_PER_MILLI),
                        "ms");
            }
            recording.figure(
                    arm.title() + ": CPU of the batch threads",
                    Objects.requireNonNull(batch.get(arm)).cores(),
                    "cores");
        }
        BlockBootstrap.Sample base = Objects.requireNonNull(samples.get(Arm.ALONE));
        for (Arm arm : List.of(Arm.PROTECTED, Arm.UNPROTECTED)) {
            BlockBootstrap.Sample sample = Objects.requireNonNull(samples.get(arm));
            for (double percent : PERCENTS) {
                String name = arm.title() + " / " + Arm.ALONE.title() + ": P" + (int) percent;
                interval(name, bootstrap.ratio(sample, base, percent), "times");
                if (arm == Arm.PROTECTED) {
                    recording.target(name, MOST);
                }
            }
        }
        recording.note(
                "intervals hold 95 % of the draws of a bootstrap over blocks; times count from the planned arrival");
        if (options.policy().equals("cpuset") && CPUS <= FEWEST_OF_CPUSET) {
            recording.note("policy cpuset leaves best-effort work two CPUs, which are all that this machine has");
        }
    }

    private static BlockBootstrap.Interval scaled(BlockBootstrap.Interval nanos, double by) {
        return new BlockBootstrap.Interval(nanos.value() / by, nanos.low() / by, nanos.high() / by);
    }

    private void interval(String name, BlockBootstrap.Interval interval, String unit) {
        recording.figure(name, interval.value(), unit);
        recording.figure(name + ", from", interval.low(), unit);
        recording.figure(name + ", to", interval.high(), unit);
    }
}
