package io.koordbridge.koordlet.collect;

import io.koordbridge.api.slo.CgroupPath;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Applications outside of pods: those of the NodeSLO, and YARN as soon as its directory exists. */
@PureCore
public final class HostApplications {

    private static final HostApplication YARN = new HostApplication(
            WellKnown.YARN_ALLOCATION_NAME,
            PriorityClass.BATCH.wireName(),
            QosClass.BE.wireName(),
            new CgroupPath("KubepodsBesteffort", null, WellKnown.YARN_CGROUP),
            null);

    private HostApplications() {}

    /**
     * Those that count now.
     *
     * @param yarnRunsHere whether hadoop-yarn exists in the best-effort tier
     */
    public static List<HostApplication> of(Optional<NodeSlo> nodeSlo, CgroupPaths paths, boolean yarnRunsHere) {
        List<HostApplication> configured =
                nodeSlo.map(NodeSlo::hostApplications).orElse(List.of());
        boolean covered = configured.stream().anyMatch(one -> isYarn(one, paths));
        if (covered || !yarnRunsHere) {
            return configured;
        }
        List<HostApplication> all = new ArrayList<>(configured);
        all.add(YARN);
        return all;
    }

    private static boolean isYarn(HostApplication application, CgroupPaths paths) {
        try {
            return Objects.equals(application.name(), YARN.name())
                    || paths.hostApplicationDir(application).equals(paths.yarnDir());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
