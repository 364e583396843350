package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupNames;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Identities of all groups, and what they were made of.
 *
 * @param levels the kernel's switches, then groups
 * @param groups how many get an identity
 */
@PureCore
record IdentityPlan(@Nullable Made of, List<List<Intent>> levels, int groups, List<String> problems) {

    static final IdentityPlan NONE = new IdentityPlan(null, List.of(), 0, List.of());

    IdentityPlan {
        levels = List.copyOf(levels);
        problems = List.copyOf(problems);
    }

    /**
     * What a plan is made of.
     *
     * @param onDisk groups of pods and containers, pods before their containers, by QoS class of Kubernetes
     */
    record Made(
            IdentityRule rule,
            List<PodInfo> pods,
            List<HostApplication> applications,
            Map<KubeQos, List<String>> onDisk,
            IdentityFinding kernel,
            CgroupNames names) {}

    /** The plan of a tick: this one when nothing changed. */
    IdentityPlan next(Made now, CgroupPaths paths) {
        return now.equals(of) ? this : new Making(now, paths).plan();
    }

    /** What adds up: groups with their identity, in the order of the writes. */
    private static final class Making {
        private final Made of;
        private final CgroupPaths paths;
        private final Map<String, Long> values = new LinkedHashMap<>();
        /** Of pods, also of those whose identity stays, by group. */
        private final Map<String, Optional<Long>> ofPods = new HashMap<>();

        private final List<String> problems;

        Making(Made of, CgroupPaths paths) {
            this.of = of;
            this.paths = paths;
            this.problems = new ArrayList<>(of.rule().problems());
        }

        IdentityPlan plan() {
            for (KubeQos qos : new KubeQos[] {KubeQos.GUARANTEED, KubeQos.BURSTABLE, KubeQos.BEST_EFFORT}) {
                put(paths.qosDir(qos), of.rule().ofDirectory(qos));
            }
            of.pods().stream().filter(pod -> !pod.finished()).forEach(this::add);
            of.applications().forEach(this::add);
            for (KubeQos qos : KubeQos.values()) {
                addFromDisk(qos, of.onDisk().getOrDefault(qos, List.of()));
            }
            List<Intent> intents = new ArrayList<>();
            values.forEach((dir, value) -> intents.add(Intent.of(Knob.CPU_BVT, dir, value, IdentityStrategy.NAME)));
            List<List<Intent>> levels = new ArrayList<>();
            if (of.rule().enabled()) {
                levels.addAll(of.kernel().switched());
            }
            levels.add(intents);
            return new IdentityPlan(of, levels, intents.size(), problems);
        }

        /** A value that the kernel does not take is named once, by its rule or its pod. */
        private void put(String dir, long value) {
            if (IdentityRule.isAllowed(value)) {
                values.put(dir, value);
            }
        }

        private void add(PodInfo pod) {
            Optional<IdentityWish> wish = pod.overrides().get(IdentityWish.KEY);
            Optional<Long> value = of.rule().ofPod(pod.labelQos(), pod.kubeQos(), wish);
            wish.ifPresent(found -> problem(pod, found, value));
            String dir = paths.podDir(pod.kubeQos(), pod.uid());
            ofPods.put(dir, value);
            value.ifPresent(found -> {
                put(dir, found);
                for (ContainerInfo container : pod.containers()) {
                    containerDir(dir, container).ifPresent(one -> put(one, found));
                }
            });
        }

        private void problem(PodInfo pod, IdentityWish wish, Optional<Long> value) {
            boolean byClass = value.isPresent() && value.get().equals(of.rule().ofPod(pod.labelQos(), pod.kubeQos()));
            if (!wish.isReadable()) {
                problems.add(wish.named(pod.fullName())
                        + ": want JSON of enable and groupIdentity; its identity stays as it is");
            } else if (!byClass && value.filter(IdentityRule::isAllowed).isEmpty()) {
                problems.add(wish.named(pod.fullName()) + ": groupIdentity: want " + IdentityRule.LOWEST + " to "
                        + IdentityRule.HIGHEST + "; its identity stays as it is");
            }
        }

        private Optional<String> containerDir(String podDir, ContainerInfo container) {
            try {
                return Optional.of(paths.containerDir(podDir, container.id()));
            } catch (IllegalArgumentException e) {
                // Found on disk.
                return Optional.empty();
            }
        }

        private void add(HostApplication application) {
            try {
                String dir = paths.hostApplicationDir(application);
                if (!paths.isOfKubelet(dir)) {
                    put(dir, of.rule().ofApplication(application.qos()));
                }
            } catch (IllegalArgumentException e) {
                problems.add("NodeSLO: hostApplications[" + application.name() + "]: " + e.getMessage());
            }
        }

        /** Groups of pods that are not known, and of containers that are not. */
        private void addFromDisk(KubeQos qos, List<String> dirs) {
            long ofClass = of.rule().ofDirectory(qos);
            int start = paths.qosDir(qos).length() + 1;
            for (String dir : dirs) {
                int end = dir.indexOf('/', start);
                String pod = end < 0 ? dir : dir.substring(0, end);
                if (isPod(pod.substring(start)) && !values.containsKey(dir)) {
                    ofPods.getOrDefault(pod, Optional.of(ofClass)).ifPresent(value -> put(dir, value));
                }
            }
        }

        private boolean isPod(String name) {
            try {
                return !paths.podUidOf(name).isEmpty();
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    }
}
