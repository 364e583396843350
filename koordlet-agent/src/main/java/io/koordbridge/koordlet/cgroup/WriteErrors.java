package io.koordbridge.koordlet.cgroup;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Counts writes that the kernel refused, by reason. */
public final class WriteErrors implements CgroupWriteListener {

    private final MetricRegistry metrics;
    private final CgroupWriteListener next;

    /**
     * Counts.
     *
     * @param next learns of each write as well
     */
    public WriteErrors(MetricRegistry metrics, CgroupWriteListener next) {
        this.metrics = metrics;
        this.next = next;
    }

    @Override
    public void written(Path file, @Nullable String before, String after, String reason, @Nullable String error) {
        if (error != null) {
            metrics.counter(MetricNames.of(
                            "koord_koordlet_cgroup_write_errors_total", "reason", FileErrorFormatter.code(error)))
                    .inc();
        }
        next.written(file, before, after, reason, error);
    }

    @Override
    public void noticed(String problem) {
        next.noticed(problem);
    }
}
