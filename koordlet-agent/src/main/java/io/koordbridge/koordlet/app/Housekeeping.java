package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.disk.DiskThread;
import io.koordbridge.koordlet.kubepods.ClusterWatcher;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.lastknown.LastKnownFile;
import io.koordbridge.koordlet.prediction.Predictor;
import io.koordbridge.koordlet.report.online.DayForecast;
import io.koordbridge.koordlet.store.SampleStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Slow work: files on the disk, a removed tier, series of what has ended. It waits for no disk but at the start, and there not for long. */
final class Housekeeping {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final Duration END = Duration.ofSeconds(1);
    private static final Duration START = Duration.ofSeconds(2);
    private static final Duration SILENT = Duration.ofSeconds(10);

    private final Parts parts;
    private final Path directory;
    private final Runnable everySecond;
    private final Runnable ensureTier;
    private long rounds;

    /**
     * What it keeps in order.
     *
     * @param days empty when nothing is learnt by the time of day
     * @param systemPods empty where nothing is suppressed
     */
    record Parts(
            ClusterWatcher watch,
            Enforcement enforcement,
            SampleStore store,
            LastKnownFile lastKnown,
            Optional<Predictor> predictor,
            Optional<DayForecast> days,
            DiskThread disk,
            MissingObjects missing,
            Optional<SystemPods> systemPods,
            Consumer<String> problems) {}

    /**
     * Nothing is done yet.
     *
     * @param directory of the files
     */
    Housekeeping(Parts parts, Path directory, Runnable everySecond, Runnable ensureTier) {
        this.parts = parts;
        this.directory = directory;
        this.everySecond = everySecond;
        this.ensureTier = ensureTier;
    }

    /** Reads what earlier processes left; what a slow disk says later counts from then on. Whether all was read in time. */
    boolean readFiles() {
        boolean read = parts.disk().await("read", START, () -> {
            parts.enforcement().readTaken();
            parts.watch().restore(parts.lastKnown().read());
        });
        if (!read) {
            parts.problems()
                    .accept(directory + ": the disk has not answered for " + START.toSeconds()
                            + " s, the agent starts without what it knew and held before");
        }
        return read;
    }

    /** To be called once a second. */
    void round(Instant now) {
        everySecond.run();
        parts.missing().round(parts.watch().missing(), now);
        if (parts.watch().hasListedPods()) {
            parts.systemPods()
                    .ifPresent(system -> system.round(parts.watch().view().pods()));
        }
        files(now);
        if (rounds % 10 == 0 && rounds > 0) {
            ensureTier.run();
        }
        if (rounds % 30 == 0) {
            parts.enforcement().forgetGone();
            parts.store().dropIdle(now.minusSeconds(60));
        }
        rounds++;
    }

    /** Writes down what is held now, if the disk takes it. */
    void end() {
        if (!parts.disk().await("record", END, parts.enforcement()::saveTaken)) {
            LOG.warn("the disk does not answer, the record of changes stays as it was");
        }
        parts.disk().close();
    }

    private void files(Instant now) {
        NodeView view = parts.watch().view();
        parts.disk().run("record", parts.enforcement()::saveTaken);
        if (parts.watch().isConnected()) {
            parts.disk().run("last-known", () -> parts.lastKnown().save(view, now));
        }
        if (parts.watch().hasListedPods()) {
            parts.predictor().ifPresent(found -> parts.disk().run("prediction", () -> found.round(view, now)));
        }
        parts.days().ifPresent(found -> parts.disk().run("day", () -> found.round(view, now)));
        if (parts.disk().busyFor().compareTo(SILENT) > 0) {
            parts.problems()
                    .accept(directory + ": the disk has not answered for more than " + SILENT.toSeconds()
                            + " s, nothing is written there until it does");
        }
    }
}
