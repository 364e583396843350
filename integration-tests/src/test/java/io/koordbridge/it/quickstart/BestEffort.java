package io.koordbridge.it.quickstart;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The best-effort tier of the node, and how soon the kernel throttles it when an online pod starts to work. */
final class BestEffort {
    private static final Logger LOG = LoggerFactory.getLogger(BestEffort.class);
    static final Path TIER = Path.of("/sys/fs/cgroup/cpu/kubepods/besteffort");

    /** In the kernel's 100 ms: a pod that may use 0.8 cores, and the NodeManager's daemon, are not held back by this. */
    private static final long ROOM = 100_000;

    private static final Duration CALM = Duration.ofSeconds(1);
    private static final Duration CALM_AT_MOST = Duration.ofSeconds(12);
    /** Of all rounds. */
    private static final Duration ENOUGH = Duration.ofSeconds(40);

    private static final Duration LONG = Duration.ofMinutes(3);
    private static final Duration LOOK = Duration.ofMillis(10);

    private BestEffort() {}

    static long quota() {
        return Long.parseLong(read("cpu.cfs_quota_us"));
    }

    /** Periods in which the kernel held the tier back. */
    private static long throttled() {
        return read("cpu.stat")
                .lines()
                .filter(line -> line.startsWith("nr_throttled "))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    private static String read(String file) {
        try {
            return Files.readString(TIER.resolve(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * While a best-effort pod spins on 0.8 cores: time from the start of online work until the kernel throttles the tier. Rounds end
     * after forty seconds.
     *
     * @param go the online pod spins while this file is there
     * @return milliseconds, one for each round that began on a calm machine
     */
    static List<Long> millisToThrottling(int rounds, Path go) throws IOException {
        List<Long> taken = new ArrayList<>();
        long end = System.nanoTime() + ENOUGH.toNanos();
        for (int round = 0; round < rounds && System.nanoTime() < end; round++) {
            if (!calm()) {
                LOG.warn(
                        "round {} not measured: this machine is busy, so the tier is held back already: {} us",
                        round,
                        quota());
                continue;
            }
            long before = throttled();
            long began = System.nanoTime();
            Files.createFile(go);
            try {
                await("throttling")
                        .atMost(LONG)
                        .pollDelay(Duration.ZERO)
                        .pollInterval(LOOK)
                        .until(() -> throttled() > before);
                taken.add(Duration.ofNanos(System.nanoTime() - began).toMillis());
            } finally {
                Files.delete(go);
            }
        }
        return taken;
    }

    /** Until online work that goes on for long holds the tier back. */
    static void awaitHeldBack() {
        await("the tier to be held back").atMost(LONG).until(() -> quota() > 0 && quota() < ROOM);
        long before = throttled();
        await("throttling").atMost(LONG).until(() -> throttled() > before);
    }

    private static boolean calm() {
        long[] last = {throttled()};
        try {
            await().during(CALM)
                    .atMost(CALM_AT_MOST)
                    .pollInterval(LOOK.multipliedBy(5))
                    .until(() -> {
                        long now = throttled();
                        boolean same = now == last[0];
                        last[0] = now;
                        return same && (quota() < 0 || quota() > ROOM);
                    });
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }
}
