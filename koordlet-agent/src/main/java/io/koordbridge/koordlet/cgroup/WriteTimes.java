package io.koordbridge.koordlet.cgroup;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.BucketHistogram;
import io.koordbridge.kube.metrics.MetricNames;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Measures how long the kernel takes for a value, by the name of the file. Writes that nothing announced are left out. */
public final class WriteTimes implements CgroupWriteListener {

    private static final double NANOS_PER_MILLI = 1_000_000;
    private static final double[] BOUNDS = BucketHistogram.exponential(0.01, 4, 8);

    /** More names share one series. */
    private static final int MOST = 64;

    private final MetricRegistry metrics;
    private final CgroupWriteListener next;
    private final LongSupplier nanos;
    private final ThreadLocal<@Nullable Long> began = new ThreadLocal<>();
    private final Map<String, Boolean> names = new ConcurrentHashMap<>();

    /**
     * Measures.
     *
     * @param next learns of each write as well
     * @param nanos a clock that only goes on
     */
    public WriteTimes(MetricRegistry metrics, CgroupWriteListener next, LongSupplier nanos) {
        this.metrics = metrics;
        this.next = next;
        this.nanos = nanos;
    }

    @Override
    public void writing(Path file, String before, String after, String reason) {
        next.writing(file, before, after, reason);
        began.set(nanos.getAsLong());
    }

    @Override
    public void written(Path file, @Nullable String before, String after, String reason, @Nullable String error) {
        Long start = began.get();
        if (start != null) {
            began.remove();
            BucketHistogram.of(
                            metrics,
                            MetricNames.of(
                                    "koordlet_resource_update_duration_milliseconds",
                                    "status",
                                    error == null ? "success" : "failed",
                                    "type",
                                    type(file)),
                            BOUNDS)
                    .observe((nanos.getAsLong() - start) / NANOS_PER_MILLI);
        }
        next.written(file, before, after, reason, error);
    }

    private String type(Path file) {
        String name = String.valueOf(file.getFileName());
        if (names.size() < MOST) {
            names.putIfAbsent(name, true);
        }
        return names.containsKey(name) ? name : "other";
    }

    @Override
    public void noticed(String problem) {
        next.noticed(problem);
    }

    @Override
    public Optional<String> before(Intent.Target target) {
        return next.before(target);
    }
}
