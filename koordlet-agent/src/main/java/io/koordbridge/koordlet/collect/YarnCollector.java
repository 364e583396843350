package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.yarn.YarnContainer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Usage of each YARN container from its own control group. With version 1 a NodeManager may have made a group for CPU and none for memory:
 * each is measured where it is there.
 */
final class YarnCollector {

    private static final int EXPIRY_INTERVALS = 20;
    /** A name that leads to no other group. */
    private static final Pattern ID = Pattern.compile("container_[0-9A-Za-z_-]+");

    private final UsageReader reader;
    private final SampleStore store;
    private final Duration interval;
    private final Counters counters = new Counters();
    private Map<String, UsageReader.GroupFiles> files = new HashMap<>();
    private @Nullable CgroupPaths paths;

    YarnCollector(UsageReader reader, SampleStore store, Duration interval) {
        this.reader = reader;
        this.store = store;
        this.interval = interval;
    }

    /** Measures containers that the plugin names; one that has no group, or none any more, is left out. */
    void collect(Instant now, List<YarnContainer> containers) {
        CgroupPaths names = reader.tree().paths();
        if (paths != names) {
            paths = names;
            files.clear();
        }
        Map<String, UsageReader.GroupFiles> seen = new HashMap<>();
        for (YarnContainer container : containers) {
            String id = container.id();
            if (ID.matcher(id).matches()) {
                UsageReader.GroupFiles known = files.get(id);
                UsageReader.GroupFiles group = known == null ? reader.files(names.yarnDir() + "/" + id) : known;
                seen.put(id, group);
                cpu(id, group, now);
                memory(id, group, now);
            }
        }
        files = seen;
        counters.dropBefore(now.minus(interval.multipliedBy(EXPIRY_INTERVALS)));
    }

    private void cpu(String id, UsageReader.GroupFiles group, Instant now) {
        try {
            counters.rate(id, reader.cpuNanos(group), now)
                    .ifPresent(cores -> store.append(Metric.YARN_CONTAINER_CPU, id, now, cores));
        } catch (IOException e) {
            // Placed elsewhere, or gone: the plugin's own figure stands for it.
        }
    }

    private void memory(String id, UsageReader.GroupFiles group, Instant now) {
        try {
            double bytes = reader.memory(group).usage();
            store.append(Metric.YARN_CONTAINER_MEMORY, id, now, bytes);
        } catch (IOException e) {
            // As for CPU.
        }
    }
}
