package io.koordbridge.koordlet.enforce.podgroups;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.KubeQos;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Running pods, and no control group of any of them: the kubelet names its groups otherwise, and what is written limits none of them. Also how
 * CRI-O names its containers, and runtimes whose names are not known. One thread looks, any may ask.
 */
public final class PodGroups {

    /** After a boot pods count as running until the kubelet has seen them. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String HIERARCHY = "cpu";
    private static final String CRIO = "cri-o";

    private final CgroupTree tree;
    private @Nullable Instant missingSince;
    private volatile Optional<String> problem = Optional.empty();
    private boolean crioPrefix;

    public PodGroups(CgroupTree tree) {
        this.tree = tree;
    }

    /** Looks for the groups of pods that have running containers; one of them is enough. */
    public void look(List<PodInfo> pods, Instant now) {
        lookForCrio(pods);
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

    /** Under cgroupfs CRI-O makes {@code crio-ID}; other runtimes, and specification 5.1, have {@code ID}. What exists counts. */
    private void lookForCrio(List<PodInfo> pods) {
        CgroupPaths prefixed = new CgroupPaths(tree.paths().names().withCrioPrefix(true));
        for (PodInfo pod : pods) {
            for (ContainerInfo container : pod.containers()) {
                if (CgroupPaths.runtimeOf(container.id()).equals(CRIO)) {
                    String dir = prefixed.containerDir(prefixed.podDir(pod.kubeQos(), pod.uid()), container.id());
                    if (tree.files().exists(tree.directory(HIERARCHY, dir))) {
                        crioPrefix = prefixed.driver() == CgroupDriver.CGROUPFS;
                        return;
                    }
                }
            }
        }
    }

    /** Whether CRI-O begins the names of its containers with {@code crio-} under cgroupfs. */
    public boolean crioPrefix() {
        return crioPrefix;
    }

    /** One text for each runtime whose names of control groups are not known. */
    public static List<String> unknownRuntimes(List<PodInfo> pods) {
        return pods.stream()
                .flatMap(pod -> pod.containers().stream())
                .map(container -> CgroupPaths.runtimeOf(container.id()))
                .filter(runtime -> !CgroupPaths.runtimes().contains(runtime))
                .distinct()
                .sorted()
                .map(runtime ->
                        "container runtime '" + runtime + "': want containerd, docker, cri-o or pouch; containers of it"
                                + " are neither measured nor limited, their pods are")
                .toList();
    }

    private boolean hasGroup(PodInfo pod) {
        return tree.files().exists(tree.directory(HIERARCHY, tree.paths().podDir(pod.kubeQos(), pod.uid())));
    }

    /** Why nothing that is written limits a pod; empty when it does. */
    public Optional<String> problem() {
        return problem;
    }
}
