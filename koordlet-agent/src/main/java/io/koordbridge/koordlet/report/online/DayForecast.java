package io.koordbridge.koordlet.report.online;

import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.disk.OwnFile;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.policy.forecast.DayNote;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Learns the online sum by the time of day, keeps it on disk, and says the peak to come. One thread learns, any thread asks. */
public final class DayForecast {

    static final String FILE = "online-day";

    private static final Duration SAVED = Duration.ofMinutes(10);
    /** A clock that is not set by then stays as it is. */
    private static final Duration SET = Duration.ofHours(1);

    private static final double MILLI = 1000;
    private static final long LARGEST = 4096;

    private final SampleStore store;
    private final Path file;
    private final UnaryOperator<Instant> timeOfDay;
    private final Consumer<String> problems;
    private final Duration within;
    private volatile DayNote learned = DayNote.NOTHING;
    private volatile @Nullable Instant roundAt;
    private volatile @Nullable Metric memory;
    private @Nullable Metric learnedMemory;
    private @Nullable Instant savedAt;
    private @Nullable Instant behindSince;

    /**
     * Nothing was read yet.
     *
     * @param directory of the file
     * @param timeOfDay what the machine's clock says of a time of the store
     */
    public DayForecast(
            OnlineConfig config,
            SampleStore store,
            Path directory,
            UnaryOperator<Instant> timeOfDay,
            Consumer<String> problems) {
        this.store = store;
        this.file = directory.resolve(FILE);
        this.timeOfDay = timeOfDay;
        this.problems = problems;
        this.within = config.forecastAhead();
    }

    /** Learns the last minute when one has passed; to be called often. Reads and writes the disk. */
    public void round(NodeView view, Instant now) {
        Instant before = roundAt;
        if (before == null) {
            learned = read();
            roundAt = now;
        } else if (view.node().isPresent() && !now.isBefore(before.plus(DayNote.WINDOW))) {
            roundAt = now;
            learn(view.node().get(), now);
        }
    }

    /** Of which series memory is learnt from now on; nothing is learnt before it is known. */
    void follow(Metric series) {
        memory = series;
    }

    private void learn(NodeFacts node, Instant now) {
        Metric series = memory;
        if (series == null || node.capacityMilliCpu() <= 0 || node.capacityBytes() <= 0) {
            return;
        }
        OptionalDouble cores = seen(Metric.ONLINE_CPU, now);
        OptionalDouble bytes = seen(series, now);
        Instant time = timeOfDay.apply(now);
        if (cores.isEmpty() || bytes.isEmpty() || isWaiting(time, now)) {
            return;
        }
        if (learnedMemory != null && learnedMemory != series) {
            learned = learned.withoutMemory();
        }
        learnedMemory = series;
        learned = learned.with(
                time,
                cores.getAsDouble() * MILLI,
                bytes.getAsDouble(),
                new DayNote.Size(node.capacityMilliCpu(), node.capacityBytes()));
        if (savedAt == null || !now.isBefore(savedAt.plus(SAVED))) {
            save();
            savedAt = now;
        }
    }

    /** A machine that boots without a clock keeps what it knows until the clock is set; one whose clock stays behind begins anew. */
    private boolean isWaiting(Instant time, Instant now) {
        if (!learned.isAhead(time)) {
            behindSince = null;
            return false;
        }
        if (behindSince == null) {
            behindSince = now;
        }
        if (now.isBefore(behindSince.plus(SET))) {
            return true;
        }
        problems.accept(
                file + ": written at " + learned.at() + ", and the clock is behind that by more than a day since "
                        + SET.toMinutes() + " min; use by the time of day is learnt anew");
        learned = DayNote.NOTHING;
        behindSince = null;
        return false;
    }

    private OptionalDouble seen(Metric metric, Instant now) {
        return store.between(metric, SampleStore.NODE, now.minus(DayNote.WINDOW), now)
                .percentile(DayNote.SAMPLE);
    }

    private DayNote read() {
        try {
            Optional<byte[]> content = OwnFile.read(file, LARGEST);
            return content.isEmpty()
                    ? DayNote.NOTHING
                    : DayNote.parse(new String(content.get(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            problems.accept(
                    file + " cannot be read, use by the time of day is learnt anew: " + FileErrorFormatter.of(e));
        } catch (IllegalArgumentException e) {
            problems.accept(file + ": " + e.getMessage() + "; use by the time of day is learnt anew");
        }
        return DayNote.NOTHING;
    }

    private void save() {
        try {
            OwnFile.replace(file, learned.text().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            problems.accept(file + ": use by the time of day cannot be kept: " + FileErrorFormatter.of(e));
        }
    }

    /** The highest use expected soon; empty without a rhythm, and when nothing was learnt for minutes: the disk may hang. */
    Optional<Forecast> of(long capacityMilliCpu, long capacityBytes, Instant now) {
        Instant last = roundAt;
        return last == null || last.plus(DayNote.OUTDATED).isBefore(now)
                ? Optional.empty()
                : learned.peak(timeOfDay.apply(now), within, new DayNote.Size(capacityMilliCpu, capacityBytes));
    }
}
