package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Groups of applications outside of pods that get the least weight, where the kernel has no identities. */
@PureCore
final class HostGroups {

    private static final String BEST_EFFORT = "host-best-effort";

    private HostGroups() {}

    /** Whether a group is the kubelet's, or the top of all groups: no application has it for itself. */
    static boolean isOfKubernetes(String dir, CgroupPaths paths) {
        String plain = dir.startsWith("/") ? dir.substring(1) : dir;
        return plain.isEmpty()
                || Stream.of(KubeQos.values()).anyMatch(qos -> paths.qosDir(qos).equals(plain));
    }

    /** Best-effort ones; the ones in the tier have their weight by it, and YARN's by its NodeManager. */
    static List<String> lightest(List<HostApplication> applications, CgroupPaths paths, List<String> problems) {
        Set<String> found = new LinkedHashSet<>();
        for (HostApplication application : applications) {
            if (QosClass.ofLabel(application.qos()) != QosClass.BE) {
                continue;
            }
            try {
                String dir = paths.hostApplicationDir(application);
                boolean inPods = dir.startsWith(paths.qosDir(KubeQos.GUARANTEED) + "/");
                if (!inPods && !isOfKubernetes(dir, paths)) {
                    if (dir.startsWith(BEST_EFFORT + "/")) {
                        found.add(BEST_EFFORT);
                    }
                    found.add(dir);
                }
            } catch (IllegalArgumentException e) {
                problems.add("NodeSLO: hostApplications[" + application.name() + "]: " + e.getMessage());
            }
        }
        return List.copyOf(found);
    }
}
