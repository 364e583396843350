package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Groups of applications outside of pods that get the least weight, where the kernel has no identities. */
@PureCore
final class HostGroups {

    private static final String BEST_EFFORT = "host-best-effort";

    private HostGroups() {}

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
                if (!inPods && !paths.isOfKubelet(dir)) {
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
