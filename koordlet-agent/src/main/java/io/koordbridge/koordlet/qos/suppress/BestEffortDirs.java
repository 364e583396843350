package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Control groups of the best-effort tier with a cpuset, as they are now. hadoop-yarn lies among the pods, its containers among
 * theirs.
 *
 * @param pods in order of their names, each with its containers
 */
record BestEffortDirs(String tier, SortedMap<String, List<String>> pods) {

    static BestEffortDirs of(CgroupTree tree) {
        String tier = tree.paths().bestEffortDir();
        SortedMap<String, List<String>> pods = new TreeMap<>();
        for (String pod : tree.children(Knob.CPUSET_CPUS, tier)) {
            String podDir = tier + "/" + pod;
            pods.put(
                    podDir,
                    tree.children(Knob.CPUSET_CPUS, podDir).stream()
                            .map(container -> podDir + "/" + container)
                            .toList());
        }
        return new BestEffortDirs(tier, pods);
    }

    List<String> containers() {
        return pods.values().stream().flatMap(List::stream).toList();
    }

    /** Each directory before what is in it, one pod after the other. */
    List<String> downward() {
        List<String> all = new ArrayList<>();
        all.add(tier);
        pods.forEach((pod, containers) -> {
            all.add(pod);
            all.addAll(containers);
        });
        return all;
    }
}
