package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.CgroupResource;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import java.util.ArrayList;
import java.util.List;

/**
 * Control groups of the best-effort tier with a cpuset, as they are now. hadoop-yarn lies among the pods, its containers among
 * theirs.
 */
record BestEffortDirs(String tier, List<String> pods, List<String> containers) {

    static BestEffortDirs of(CgroupTree tree) {
        String tier = tree.paths().bestEffortDir();
        List<String> pods = new ArrayList<>();
        List<String> containers = new ArrayList<>();
        for (String pod : tree.children(CgroupResource.CPUSET_CPUS, tier)) {
            String podDir = tier + "/" + pod;
            pods.add(podDir);
            for (String container : tree.children(CgroupResource.CPUSET_CPUS, podDir)) {
                containers.add(podDir + "/" + container);
            }
        }
        return new BestEffortDirs(tier, pods, containers);
    }

    /** Parents before children. */
    List<String> downward() {
        List<String> all = new ArrayList<>();
        all.add(tier);
        all.addAll(pods);
        all.addAll(containers);
        return all;
    }
}
