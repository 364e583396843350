package io.koordbridge.koordlet.measure.damon;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.PeriodicSampler;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SampleSink;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Cold memory of the node by DAMON, where kidled does not scan. Since the kernel answers within seconds, it is asked in one thread, and what it
 * said goes into the store in the rounds of the collectors. Of pods there is no value: reports use their usage as without this collector.
 */
public final class DamonSampler implements PeriodicSampler, AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(30);
    /** After which a machine that could not be watched is looked at again. */
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final Kdamond kdamond;
    private final CgroupFiles files;
    private final HostProc proc;
    private final Path iomem;
    private final BooleanSupplier kidledScans;
    private final Function<Instant, SampleSink> output;
    private final ReadErrors errors;
    private final AtomicReference<@Nullable Long> cold = new AtomicReference<>();
    private @Nullable Instant next;
    private volatile String words = "waiting";

    /**
     * A sampler that has started nothing.
     *
     * @param root where /proc is mounted
     * @param kidledScans whether the other source is there
     * @param output takes the samples of a moment
     */
    public DamonSampler(
            Kdamond kdamond,
            CgroupFiles files,
            HostProc proc,
            Path root,
            BooleanSupplier kidledScans,
            Function<Instant, SampleSink> output,
            ReadErrors errors) {
        this.kdamond = kdamond;
        this.files = files;
        this.proc = proc;
        this.iomem = root.resolve("iomem");
        this.kidledScans = kidledScans;
        this.output = output;
        this.errors = errors;
    }

    /** Works, or why not; for people. */
    public String words() {
        return words;
    }

    @Override
    public void round(Instant now, List<PodInfo> pods, List<HostApplication> applications) {
        Long bytes = cold.getAndSet(null);
        if (bytes == null) {
            return;
        }
        try {
            long used = proc.memory().usedWithPageCache();
            SampleSink sink = output.apply(now);
            sink.add(Metric.NODE_COLD_MEMORY, SampleStore.NODE, (double) bytes);
            sink.add(Metric.NODE_MEMORY_WITH_HOT_PAGES, SampleStore.NODE, (double) Math.max(0, used - bytes));
        } catch (IOException e) {
            errors.count("cold-memory", e);
        }
    }

    /** To be called every few seconds, in the thread that may wait for the kernel. */
    public void look(Instant now) {
        Instant due = next;
        if (due != null && now.isBefore(due)) {
            return;
        }
        if (kidledScans.getAsBoolean()) {
            words = "works by kidled";
            next = now.plus(AGAIN);
            return;
        }
        Optional<String> obstacle = kdamond.obstacle();
        if (obstacle.isPresent()) {
            words = "not supported here: " + obstacle.get();
            next = now.plus(AGAIN);
            return;
        }
        try {
            watch();
            words = "works by DAMON, for the node";
            next = now.plus(INTERVAL);
        } catch (IOException e) {
            words = "not supported here: " + e.getMessage();
            next = now.plus(AGAIN);
        }
    }

    private void watch() throws IOException {
        if (kdamond.runs()) {
            cold.set(kdamond.coldBytes());
            return;
        }
        boolean unused = kdamond.end();
        List<PhysicalMemory.Range> memory = PhysicalMemory.ranges(files.read(iomem));
        if (memory.isEmpty()) {
            throw new IOException(iomem + " does not show this process where memory lies");
        }
        kdamond.start(memory);
    }

    @Override
    public void close() {
        try {
            boolean unused = kdamond.end();
        } catch (IOException e) {
            errors.count("cold-memory", e);
        }
    }
}
