package io.koordbridge.koordlet.collect;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.kube.metrics.MetricNames;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.function.Consumer;

/** Counts readings that failed, by collector and reason. A file that is gone belongs to what ended; everything else is reported. */
public final class ReadErrors {

    private final MetricRegistry metrics;
    private final Consumer<String> problems;

    public ReadErrors(MetricRegistry metrics, Consumer<String> problems) {
        this.metrics = metrics;
        this.problems = problems;
    }

    /** Counts one. */
    public void count(String collector, IOException error) {
        boolean gone = error instanceof NoSuchFileException;
        String reason = FileErrorFormatter.code(error);
        metrics.counter(MetricNames.of("koord_koordlet_read_errors_total", "collector", collector, "reason", reason))
                .inc();
        if (!gone && !Thread.currentThread().isInterrupted()) {
            problems.accept("collector " + collector + ": " + FileErrorFormatter.of(error));
        }
    }
}
