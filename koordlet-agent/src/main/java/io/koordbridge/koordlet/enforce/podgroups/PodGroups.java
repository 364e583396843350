package io.koordbridge.koordlet.enforce.podgroups;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.KubeQos;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Running pods, and no control group of any of them: the kubelet names its groups otherwise, and whatever is written limits nobody. One
 * thread looks, any may ask.
 */
public final class PodGroups {

    /** After a boot pods count as running until the kubelet has seen them. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String HIERARCHY = "cpu";

    private final CgroupTree tree;
    private @Nullable Instant missingSince;
    private volatile Optional<String> problem = Optional.empty();

    public PodGroups(CgroupTree tree) {
        this.tree = tree;
    }

    /** Looks for the groups of pods that have running containers; one of them is enough. */
    public void look(List<PodInfo> pods, Instant now) {
        List<PodInfo> running = pods.stream()
                .filter(pod -> !pod.finished() && !pod.containers().isEmpty())
                .toList();
        if (running.isEmpty() || running.stream().anyMatch(this::hasGroup)) {
            missingSince = null;
            problem = Optional.empty();
            return;
        }
        Instant since = missingSince == null ? now : missingSince;
        missingSince = since;
        if (!now.isBefore(since.plus(PATIENCE))) {
            problem = Optional.of(running.size() + " running pods, and no control group of any of them in "
                    + tree.directory(HIERARCHY, tree.paths().qosDir(KubeQos.GUARANTEED))
                    + ": nothing is limited; set tier.cgroupRoot and tier.driver as the kubelet has them");
        }
    }

    private boolean hasGroup(PodInfo pod) {
        return tree.files().exists(tree.directory(HIERARCHY, tree.paths().podDir(pod.kubeQos(), pod.uid())));
    }

    /** Why nothing that is written limits a pod; empty when it does. */
    public Optional<String> problem() {
        return problem;
    }
}
