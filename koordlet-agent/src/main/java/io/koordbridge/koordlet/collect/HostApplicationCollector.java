package io.koordbridge.koordlet.collect;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.UsageReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Usage of applications outside of pods, YARN among them; all three files of one must be readable. */
public final class HostApplicationCollector {

    private static final int EXPIRY_INTERVALS = 20;

    private final UsageReader reader;
    private final ReadErrors errors;
    private final Duration interval;
    private final Consumer<String> problems;
    private final Counters counters = new Counters();
    private final Map<HostApplication, UsageReader.GroupFiles> files = new HashMap<>();
    private @Nullable CgroupPaths paths;

    public HostApplicationCollector(
            UsageReader reader, Duration interval, ReadErrors errors, Consumer<String> problems) {
        this.errors = errors;
        this.reader = reader;
        this.interval = interval;
        this.problems = problems;
    }

    /** Usage by name since the round before. */
    public Map<String, MeasuredUsage> collect(Instant now, List<HostApplication> applications) {
        Map<String, MeasuredUsage> found = new HashMap<>();
        if (paths != reader.tree().paths()) {
            paths = reader.tree().paths();
            files.clear();
        }
        for (HostApplication application : applications) {
            if (application.name() != null) {
                collectOne(application.name(), application, now, found);
            }
        }
        files.keySet().retainAll(Set.copyOf(applications));
        counters.dropBefore(now.minus(interval.multipliedBy(EXPIRY_INTERVALS)));
        return found;
    }

    private UsageReader.GroupFiles files(HostApplication application) {
        return files.computeIfAbsent(
                application, one -> reader.files(reader.tree().paths().hostApplicationDir(one)));
    }

    private void collectOne(String name, HostApplication application, Instant now, Map<String, MeasuredUsage> found) {
        try {
            UsageReader.GroupFiles group = files(application);
            long nanos = reader.cpuNanos(group);
            long memory = reader.memory(group).usage();
            long withPageCache = reader.memoryUsageBytes(group);
            OptionalDouble cores = counters.rate(name, nanos, now);
            if (cores.isPresent()) {
                found.put(name, new MeasuredUsage(new Usage(cores.getAsDouble(), memory), withPageCache));
            }
        } catch (IOException e) {
            errors.count("host-applications", e);
        } catch (IllegalArgumentException e) {
            problems.accept("NodeSLO: hostApplications[" + name + "]: " + e.getMessage());
        }
    }
}
