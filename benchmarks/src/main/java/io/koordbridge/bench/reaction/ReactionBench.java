package io.koordbridge.bench.reaction;

import static org.awaitility.Awaitility.await;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.report.Recording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Load of an online pod goes up in jumps, stays for a whole window, and is gone at once. */
public final class ReactionBench {

    private static final long LITTLE = 4_000;
    private static final long JUMP = 7_000;
    private static final int RANDOM_MILLIS = 5_000;
    private static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final long MOST_OF_THE_NODE = 12;

    private final ReactionSettings settings;
    private final Recording recording;
    private final Consumer<String> progress;

    /** With the settings of this name. */
    public ReactionBench(String settings, Recording recording, Consumer<String> progress) {
        this.settings = ReactionSettings.of(settings);
        this.recording = recording;
        this.progress = text -> progress.accept(settings + ": " + text);
    }

    /** So many rounds of so many jumps. */
    public void run(Cluster cluster, Path directory, int rounds, int jumps) throws IOException {
        progress.accept("starting, files in " + directory);
        try (ReactionChain chain = new ReactionChain(cluster, directory, settings, LITTLE)) {
            List<ReactionFigures.Round> measured = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                measured.add(round(chain, jumps));
            }
            ReactionFigures.record(recording, settings.name(), chain.sightings().all(), measured);
        }
    }

    private ReactionFigures.Round round(ReactionChain chain, int jumps) {
        awaitCalm(chain);
        long full = chain.vcores();
        progress.accept("little load, YARN has " + full + " vcores");
        List<Long> up = new ArrayList<>();
        for (int jump = 1; jump <= jumps; jump++) {
            up.add(chain.use(LITTLE + jump * JUMP));
            pause(settings.between());
            progress.accept("load up, YARN has " + chain.vcores());
        }
        progress.accept("the load stays for " + settings.window().toSeconds() + " s");
        pause(settings.window());
        long gone = chain.use(LITTLE);
        progress.accept("load gone");
        // The Node says what a NodeManager may register with, which follows the ResourceManager.
        await("all capacity to be back")
                .atMost(PATIENCE)
                .until(() -> chain.vcores() >= full
                        && chain.sightings().now(Stage.LEASE).orElse(0) >= full);
        progress.accept("YARN has " + full + " vcores again");
        return new ReactionFigures.Round(List.copyOf(up), gone, full);
    }

    private void awaitCalm(ReactionChain chain) {
        await("steady capacity")
                .atMost(PATIENCE)
                .until(() -> chain.vcores() >= MOST_OF_THE_NODE
                        && chain.sightings().sameFor(Stage.RESOURCE_MANAGER)
                                > settings.between().toNanos());
    }

    /** And up to some seconds more, so that it is in step with nothing. */
    private static void pause(Duration least) {
        long end = System.nanoTime()
                + least.plusMillis(ThreadLocalRandom.current().nextLong(RANDOM_MILLIS))
                        .toNanos();
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
