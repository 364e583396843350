package io.koordbridge.it.chain;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What runs beside a test: a machine without idle CPUs has nothing to lease. */
final class CalmMachine {
    private static final Logger LOG = LoggerFactory.getLogger(CalmMachine.class);
    /** user nice system idle iowait irq softirq steal. */
    private static final int COUNTED = 8;

    private static final int IDLE = 3;
    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final double ENOUGH = 0.6;

    private Ticks last = Ticks.read();

    private CalmMachine() {}

    private record Ticks(long idle, long all) {
        static Ticks read() {
            try {
                String line = Files.readAllLines(Path.of("/proc/stat")).get(0);
                long[] ticks = Arrays.stream(line.split("\\s+"))
                        .skip(1)
                        .limit(COUNTED)
                        .mapToLong(Long::parseLong)
                        .toArray();
                return new Ticks(ticks[IDLE], Arrays.stream(ticks).sum());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Until most CPU time of ten seconds was idle; a machine that stays busy is taken as it is. */
    static void awaitIdle(Duration atMost) {
        CalmMachine machine = new CalmMachine();
        try {
            await().atMost(atMost).pollDelay(LOOK).pollInterval(LOOK).until(machine::wasIdle);
        } catch (ConditionTimeoutException e) {
            LOG.warn("this machine was busy for {} s", atMost.toSeconds());
        }
    }

    private boolean wasIdle() {
        Ticks now = Ticks.read();
        double idle = (double) (now.idle - last.idle) / Math.max(1, now.all - last.all);
        last = now;
        return idle >= ENOUGH;
    }
}
