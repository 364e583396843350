package io.koordbridge.koordlet.report.online;

import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.disk.OwnFile;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
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

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration SAVED = Duration.ofMinutes(10);
    private static final Duration OUTDATED = Duration.ofMinutes(5);
    private static final float SAMPLE = 0.95f;
    private static final double PERCENT = 100;
    private static final double MILLI = 1000;
    private static final long LARGEST = 4096;

    private final SampleStore store;
    private final Path file;
    private final UnaryOperator<Instant> timeOfDay;
    private final Consumer<String> problems;
    private final Duration within;
    private volatile DayNote learned = DayNote.NOTHING;
    private volatile @Nullable Instant roundAt;
    private @Nullable Instant savedAt;

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
            learned = read(timeOfDay.apply(now));
            roundAt = now;
        } else if (view.node().isPresent() && !now.isBefore(before.plus(WINDOW))) {
            roundAt = now;
            learn(view.node().get(), now);
        }
    }

    private void learn(NodeFacts node, Instant now) {
        OptionalDouble cores = seen(Metric.ONLINE_CPU, now);
        OptionalDouble bytes = seen(Metric.ONLINE_MEMORY, now);
        if (cores.isEmpty() || bytes.isEmpty() || node.capacityMilliCpu() <= 0 || node.capacityBytes() <= 0) {
            return;
        }
        Instant time = timeOfDay.apply(now);
        learned = learned.with(
                time,
                cores.getAsDouble() * MILLI * PERCENT / node.capacityMilliCpu(),
                bytes.getAsDouble() * PERCENT / node.capacityBytes());
        if (savedAt == null || !now.isBefore(savedAt.plus(SAVED))) {
            save();
            savedAt = now;
        }
    }

    private OptionalDouble seen(Metric metric, Instant now) {
        return store.between(metric, SampleStore.NODE, now.minus(WINDOW), now).percentile(SAMPLE);
    }

    private DayNote read(Instant time) {
        try {
            Optional<byte[]> content = OwnFile.read(file, LARGEST);
            return content.isEmpty()
                    ? DayNote.NOTHING
                    : DayNote.parse(new String(content.get(), StandardCharsets.UTF_8), time);
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
        if (last == null || last.plus(OUTDATED).isBefore(now)) {
            return Optional.empty();
        }
        DayNote note = learned;
        Instant time = timeOfDay.apply(now);
        OptionalDouble cpu = note.cpu().peakWithin(time, within);
        OptionalDouble memory = note.memory().peakWithin(time, within);
        return cpu.isEmpty() && memory.isEmpty()
                ? Optional.empty()
                : Optional.of(new Forecast(within, part(cpu, capacityMilliCpu), part(memory, capacityBytes)));
    }

    /** Nothing where the time of day says nothing. */
    private static long part(OptionalDouble percent, long capacity) {
        return Math.round(percent.orElse(0) / PERCENT * capacity);
    }
}
