package io.koordbridge.koordlet.snapshot;

import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.KubeQos;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * The best-effort tier as the kernel has it. hadoop-yarn lies among the pods, its containers among theirs.
 *
 * @param dir its group
 * @param quotaMicros -1 when unlimited
 * @param periodMicros period of the quota
 * @param cpus those it may use
 * @param ofAllPods CPUs that all pods together may use
 * @param pods groups with a cpuset in order of their names, each with those of its containers
 */
public record TierReading(
        String dir,
        Reading<Long> quotaMicros,
        Reading<Long> periodMicros,
        Reading<CpuSet> cpus,
        Reading<CpuSet> ofAllPods,
        SortedMap<String, List<String>> pods) {

    /** Reads it, with all groups in it. */
    public static TierReading of(CgroupReader reader) {
        return of(reader, TierGroups.listed(reader.tree()));
    }

    /** Reads it, with these groups. */
    public static TierReading of(CgroupReader reader, SortedMap<String, List<String>> pods) {
        String tier = reader.tree().paths().bestEffortDir();
        boolean twoFiles = reader.tree().version() == CgroupVersion.V1;
        Reading<String> both = twoFiles ? Reading.failed("") : read(() -> reader.text(Knob.CPU_CFS_QUOTA, tier));
        return new TierReading(
                tier,
                twoFiles ? read(() -> reader.quotaMicros(tier)) : parsed(both, Knob.CPU_CFS_QUOTA),
                twoFiles ? read(() -> reader.read(Knob.CPU_CFS_PERIOD, tier)) : parsed(both, Knob.CPU_CFS_PERIOD),
                read(() -> reader.cpus(tier)),
                read(() -> reader.cpus(reader.tree().paths().qosDir(KubeQos.GUARANTEED))),
                pods);
    }

    private static Reading<Long> parsed(Reading<String> text, Knob<Long> knob) {
        try {
            return new Reading<>(text.value().map(content -> knob.parse(CgroupVersion.V2, content)), text.problem());
        } catch (IllegalArgumentException e) {
            return Reading.failed(String.valueOf(e.getMessage()));
        }
    }

    private interface Source<T> {
        T read() throws IOException;
    }

    private static <T> Reading<T> read(Source<T> source) {
        try {
            return Reading.of(source.read());
        } catch (IOException e) {
            return Reading.failed(FileErrorFormatter.of(e));
        }
    }

    /** All groups of containers. */
    public List<String> containers() {
        return pods.values().stream().flatMap(List::stream).toList();
    }

    /** Every group before those in it, one pod after the other. */
    public List<String> downward() {
        List<String> all = new ArrayList<>();
        all.add(dir);
        pods.forEach((pod, containers) -> {
            all.add(pod);
            all.addAll(containers);
        });
        return all;
    }
}
