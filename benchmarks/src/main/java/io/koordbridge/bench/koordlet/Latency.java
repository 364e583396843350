package io.koordbridge.bench.koordlet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.report.Percentiles;
import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** From a load to the limit, and from a shortage of memory to the eviction. */
public final class Latency {

    /** What else the node does. */
    public enum Scene {
        /** Nothing. */
        IDLE,
        /** Every CPU is taken, the agent has what the chart requests for it. */
        BUSY,
        /** 150 containers, and each second a pod is born and another one ends. */
        BIRTHS
    }

    private static final int MANY = 150;
    /** A look, and what it takes from there to the write. */
    private static final double WRITE_MILLIS = 250 + 150;

    private static final double EVICTION_MILLIS = 1_500;
    private static final double HIGH_CORES = 4;
    private static final int SHORT_OF_MEMORY = 75;
    private static final Duration POLL = Duration.ofMillis(2);
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration COOL = Duration.ofSeconds(5);
    private static final String AGENT_SHARES = "102";
    private static final String WHOLE_MACHINE = "20480";
    /** Of the allowance of a quiet node: its load is pretended and exact. */
    private static final double GROWN = 0.97;

    private static final double QUIET_MICROS =
            (PretendedLoad.CORES * AgentNode.THRESHOLD_PERCENT / 100.0 - AgentNode.QUIET_CORES) * 100_000;
    private static final double P50 = 50;
    private static final double P99 = 99;

    private final Cluster cluster;
    private final Path directory;
    private final Recording recording;
    private final int rounds;

    public Latency(Cluster cluster, Path directory, Recording recording, int rounds) {
        this.cluster = cluster;
        this.directory = directory;
        this.recording = recording;
        this.rounds = rounds;
    }

    /** From the moment that other work takes half of the node to the write of the tier's quota. */
    public void suppression(Scene scene, Consumer<String> progress) throws IOException {
        progress.accept(scene + ": load to write");
        try (AgentNode node = new AgentNode(cluster, directory, scene == Scene.BIRTHS ? MANY : 0, false)) {
            ScheduledExecutorService births = Executors.newSingleThreadScheduledExecutor();
            try {
                long grown = awaitQuiet(node);
                progress.accept(scene + ": the quota is " + grown);
                set(scene, node, births);
                long[] nanos = new long[rounds];
                for (int round = 0; round < rounds; round++) {
                    nanos[round] = oneRound(node);
                }
                record(scene + ": load to write", nanos, WRITE_MILLIS);
            } finally {
                births.shutdownNow();
                awaitEnd(births);
            }
        }
    }

    private static void set(Scene scene, AgentNode node, ScheduledExecutorService births) throws IOException {
        if (scene == Scene.BUSY) {
            node.groups().make("agent");
            node.groups().make("busy");
            Path cpu = node.groups().root().resolve("cpu");
            // Beside it the rest of the machine is little.
            Files.writeString(cpu.resolve("cpu.shares"), WHOLE_MACHINE);
            Files.writeString(cpu.resolve("agent/cpu.shares"), AGENT_SHARES);
            int cores = Runtime.getRuntime().availableProcessors();
            Files.writeString(cpu.resolve("busy/cpu.shares"), Integer.toString(cores * 1024));
            Files.writeString(cpu.resolve("agent/cgroup.procs"), Long.toString(node.pid()));
            for (int core = 0; core < cores; core++) {
                node.groups().run("busy", "while :; do :; done");
            }
        } else if (scene == Scene.BIRTHS) {
            Deque<Pod> born = new ArrayDeque<>();
            var unused = births.scheduleAtFixedRate(
                    () -> {
                        try {
                            born.add(node.addPod());
                            if (born.size() > 2) {
                                node.removePod(born.remove());
                            }
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    1,
                    1,
                    TimeUnit.SECONDS);
        }
    }

    private static long oneRound(AgentNode node) throws IOException {
        node.load().use(AgentNode.QUIET_CORES);
        long quiet = awaitQuiet(node);
        // Not in step with the agent's rounds.
        Pause.of(Duration.ofMillis(ThreadLocalRandom.current().nextLong(1_000)));
        long start = System.nanoTime();
        node.load().use(HIGH_CORES);
        while (node.quota() >= quiet) {
            Pause.of(POLL);
            if (System.nanoTime() - start > LONGEST.toNanos()) {
                throw new IllegalStateException("the quota is still " + quiet + " after " + LONGEST);
            }
        }
        return System.nanoTime() - start;
    }

    private static long awaitQuiet(AgentNode node) throws IOException {
        long start = System.nanoTime();
        long quota = node.quota();
        while (quota < QUIET_MICROS * GROWN) {
            Pause.of(POLL.multipliedBy(10));
            quota = node.quota();
            if (System.nanoTime() - start > LONGEST.toNanos()) {
                throw new IllegalStateException("the quota does not grow, it is " + quota);
            }
        }
        return quota;
    }

    /** From the moment that memory is above the threshold to the moment that the pod is seen to leave. */
    public void eviction(Consumer<String> progress) throws IOException {
        progress.accept("memory threshold to eviction");
        try (AgentNode node = new AgentNode(cluster, directory, 0, false)) {
            long[] nanos = new long[rounds];
            for (int round = 0; round < rounds; round++) {
                nanos[round] = evict(node);
            }
            record("memory threshold to eviction seen", nanos, EVICTION_MILLIS);
        }
    }

    private long evict(AgentNode node) throws IOException {
        Pod pod = node.addPod();
        AtomicLong left = new AtomicLong();
        try (Watch unused = cluster.client().resource(pod).watch(new Leaving(left))) {
            Pause.of(COOL.plusMillis(ThreadLocalRandom.current().nextLong(1_000)));
            long start = System.nanoTime();
            node.load().useMemory(SHORT_OF_MEMORY);
            while (left.get() == 0) {
                Pause.of(POLL);
                if (System.nanoTime() - start > LONGEST.toNanos()) {
                    throw new IllegalStateException("nothing is evicted after " + LONGEST);
                }
            }
            return left.get() - start;
        } finally {
            node.load().useMemory(AgentNode.QUIET_MEMORY);
            node.removePod(pod);
        }
    }

    private record Leaving(AtomicLong at) implements Watcher<Pod> {
        @Override
        public void eventReceived(Action action, Pod pod) {
            if (action == Action.DELETED || pod.getMetadata().getDeletionTimestamp() != null) {
                at.compareAndSet(0, System.nanoTime());
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            throw new IllegalStateException("the watch of the pod ended", cause);
        }
    }

    private void record(String name, long[] nanos, double limit) {
        Percentiles percentiles = new Percentiles(nanos);
        recording.figure(name + ", P50", percentiles.millis(P50), "ms");
        recording.figure(name + ", P99", percentiles.millis(P99), "ms", limit);
    }

    private static void awaitEnd(ScheduledExecutorService executor) {
        try {
            if (!executor.awaitTermination(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("births do not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
