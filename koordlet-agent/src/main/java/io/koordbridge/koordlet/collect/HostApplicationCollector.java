package io.koordbridge.koordlet.collect;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.Knob;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** Usage of applications outside of pods, YARN among them; all three files of one must be readable. */
public final class HostApplicationCollector {

    private static final int EXPIRY_INTERVALS = 20;

    private final CgroupReader reader;
    private final Duration interval;
    private final Consumer<String> problems;
    private final Counters counters = new Counters();

    public HostApplicationCollector(CgroupReader reader, Duration interval, Consumer<String> problems) {
        this.reader = reader;
        this.interval = interval;
        this.problems = problems;
    }

    /** Usage by name since the round before. */
    public Map<String, MeasuredUsage> collect(Instant now, List<HostApplication> applications) {
        Map<String, MeasuredUsage> found = new HashMap<>();
        for (HostApplication application : applications) {
            if (application.name() != null) {
                collectOne(application.name(), application, now, found);
            }
        }
        counters.dropBefore(now.minus(interval.multipliedBy(EXPIRY_INTERVALS)));
        return found;
    }

    private void collectOne(String name, HostApplication application, Instant now, Map<String, MeasuredUsage> found) {
        try {
            String dir = reader.tree().paths().hostApplicationDir(application);
            long nanos = reader.cpuUsageNanos(dir);
            long memory = reader.memoryStat(dir).usageBytes();
            long withPageCache = reader.read(Knob.MEMORY_USAGE, dir);
            OptionalDouble cores = counters.rate(name, nanos, now);
            if (cores.isPresent()) {
                found.put(name, new MeasuredUsage(new Usage(cores.getAsDouble(), memory), withPageCache));
            }
        } catch (IOException e) {
            return;
        } catch (IllegalArgumentException e) {
            problems.accept("NodeSLO: hostApplications[" + name + "]: " + e.getMessage());
        }
    }
}
