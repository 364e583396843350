package io.koordbridge.bench.koordlet;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Memory, CPU, threads and collections of the process while nothing changes. */
public final class Footprint {

    private static final double RESIDENT_MEBIBYTES = 160;
    private static final double CORES_DEFAULT = 0.05;
    private static final double CORES_ALL = 0.10;
    /** Of pools, which come and go. */
    private static final long IDLE_THREADS = 10;

    private static final Duration WARM = Duration.ofSeconds(20);
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;
    private static final double SECONDS_PER_MINUTE = 60;

    private final Cluster cluster;
    private final Path directory;
    private final Recording recording;

    public Footprint(Cluster cluster, Path directory, Recording recording) {
        this.cluster = cluster;
        this.directory = directory;
        this.recording = recording;
    }

    /** Each size with the gates as shipped and with all gates, for so long each. */
    public void run(List<Integer> sizes, Duration duration, Consumer<String> progress) throws IOException {
        for (boolean all : List.of(false, true)) {
            long threadsOfFirst = -1;
            for (int containers : sizes) {
                String name = containers + " containers, " + (all ? "all" : "default") + " gates: ";
                progress.accept(name + duration.toSeconds() + " s");
                try (AgentNode node = new AgentNode(cluster, directory, containers, all)) {
                    long threads = measure(node, name, all ? CORES_ALL : CORES_DEFAULT, duration);
                    threadsOfFirst = threadsOfFirst < 0 ? threads : threadsOfFirst;
                    recording.figure(name + "threads", (double) threads, "", (double) (threadsOfFirst + IDLE_THREADS));
                }
            }
        }
    }

    private long measure(AgentNode node, String name, double mostCores, Duration duration) throws IOException {
        Pause.of(WARM);
        long start = System.nanoTime();
        Duration cpu = node.cpu();
        long collections = node.collections();
        Pause.of(duration);
        double seconds = (System.nanoTime() - start) / NANOS;
        double cores = node.cpu().minus(cpu).toMillis() / MILLIS / seconds;
        recording.figure(name + "resident", (double) node.residentMebibytes(), "MiB", RESIDENT_MEBIBYTES);
        recording.figure(name + "CPU", cores, "cores", mostCores);
        recording.figure(
                name + "collections", (node.collections() - collections) * SECONDS_PER_MINUTE / seconds, "per minute");
        return node.threads();
    }
}
