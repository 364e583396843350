package io.koordbridge.it.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.NumaNodeResource;
import io.koordbridge.api.annotation.ResourceStatus;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Checks each version of each pod of a {@link TopologyCluster} against all that are bound at that moment, as the events of one watch show it. */
final class PlacementChecker implements Watcher<Pod> {

    private static final long MILLI = 1_000;

    private final Map<String, Pod> placed = new HashMap<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private int bound;
    private int withOwnCpus;
    private boolean following = true;

    /** What was not as it has to be. */
    List<String> violations() {
        return violations;
    }

    synchronized int bound() {
        return bound;
    }

    synchronized int withOwnCpus() {
        return withOwnCpus;
    }

    /** The API server goes away: the watch may end. */
    synchronized void pause() {
        following = false;
    }

    /** All pods as they are now; events go on from here. */
    synchronized void restart(List<Pod> pods) {
        following = true;
        placed.clear();
        pods.stream().filter(Scene::isPlaced).forEach(pod -> placed.put(uid(pod), pod));
        List.copyOf(placed.values()).forEach(this::check);
    }

    @Override
    public synchronized void eventReceived(Action action, Pod pod) {
        if (!following) {
            return;
        }
        if (action == Action.DELETED) {
            placed.remove(uid(pod));
        } else if (Scene.isPlaced(pod) && placed.put(uid(pod), pod) == null) {
            bound++;
            check(pod);
        }
    }

    private void check(Pod pod) {
        String node = pod.getSpec().getNodeName();
        CpuSet own = cpus(pod);
        if (isOwner(pod)) {
            withOwnCpus++;
            if (own.size() * MILLI != milli(pod, "cpu")) {
                violations.add(name(pod) + " requests " + milli(pod, "cpu") + " and has '" + own.format() + "'");
            }
            if (node.equals(TopologyCluster.RESERVED)
                    && !own.intersection(CpuSet.parse(TopologyCluster.RESERVED_CPUS))
                            .isEmpty()) {
                violations.add(name(pod) + " has reserved CPUs: " + own.format());
            }
        }
        List<Pod> there = placed.values().stream()
                .filter(other -> node.equals(other.getSpec().getNodeName()))
                .toList();
        there.stream()
                .filter(other -> !uid(other).equals(uid(pod))
                        && !own.intersection(cpus(other)).isEmpty())
                .forEach(other -> violations.add(
                        name(pod) + " and " + name(other) + " share CPUs of " + own.format() + " on " + node));
        checkNode(node, there);
        checkNumaNodes(node, there);
    }

    private void checkNode(String node, List<Pod> pods) {
        boolean amplified = node.equals(TopologyCluster.AMPLIFIED);
        long batch = pods.stream().mapToLong(pod -> milli(pod, Scene.BATCH_CPU)).sum() / MILLI;
        if (batch > TopologyCluster.BATCH_MILLI) {
            violations.add(node + " holds " + batch + " of batch cpu");
        }
        long cpu = pods.stream()
                .mapToLong(pod -> (long) (milli(pod, "cpu") * (amplified && isOwner(pod) ? TopologyCluster.RATIO : 1)))
                .sum();
        long reserved = node.equals(TopologyCluster.RESERVED)
                ? CpuSet.parse(TopologyCluster.RESERVED_CPUS).size()
                : 0;
        double cpus = amplified ? TopologyCluster.CPUS * TopologyCluster.RATIO : TopologyCluster.CPUS - reserved;
        if (cpu > cpus * MILLI) {
            violations.add(node + " holds " + cpu + " of cpu, it has " + cpus);
        }
    }

    private void checkNumaNodes(String node, List<Pod> pods) {
        Map<Integer, Long> milliByNumaNode = new TreeMap<>();
        Map<Integer, Long> largestOwner = new TreeMap<>();
        for (Pod pod : pods) {
            boolean counted = node.equals(TopologyCluster.AMPLIFIED) && isOwner(pod);
            for (NumaNodeResource part :
                    Objects.requireNonNullElse(status(pod).numaNodeResources(), List.<NumaNodeResource>of())) {
                long milli = milli(Objects.requireNonNull(part.resources()).get("cpu"));
                milliByNumaNode.merge(
                        Objects.requireNonNull(part.node()),
                        (long) (milli * (counted ? TopologyCluster.RATIO : 1)),
                        Long::sum);
                if (counted) {
                    largestOwner.merge(part.node(), milli, Math::max);
                }
            }
        }
        double ratio = node.equals(TopologyCluster.AMPLIFIED) ? TopologyCluster.RATIO : 1;
        double limit = TopologyCluster.cpusOfNumaNode(node) * MILLI * ratio;
        milliByNumaNode.forEach((id, milli) -> {
            // The reserved CPUs are the first NUMA node.
            double there = node.equals(TopologyCluster.RESERVED) && id == 0 ? 0 : limit;
            // CPUs of a pod's own count with the ratio once they are given; the pod's request is compared without it
            // (specification 12.2).
            double above = (ratio - 1) * largestOwner.getOrDefault(id, 0L);
            if (milli > there + above) {
                violations.add("NUMA node " + id + " of " + node + " holds " + milli + ", it has " + there);
            }
        });
    }

    private static boolean isOwner(Pod pod) {
        return pod.getMetadata().getLabels() != null
                && "LSR".equals(pod.getMetadata().getLabels().get(Labels.POD_QOS_CLASS));
    }

    private static String uid(Pod pod) {
        return pod.getMetadata().getUid();
    }

    private static String name(Pod pod) {
        return pod.getMetadata().getName();
    }

    private static long milli(Pod pod, String resource) {
        return milli(pod.getSpec()
                .getContainers()
                .get(0)
                .getResources()
                .getRequests()
                .get(resource));
    }

    private static long milli(Quantity quantity) {
        return quantity == null
                ? 0
                : Quantity.getAmountInBytes(quantity).movePointRight(3).longValueExact();
    }

    private static CpuSet cpus(Pod pod) {
        String cpus = status(pod).cpuset();
        return cpus == null ? CpuSet.EMPTY : CpuSet.parse(cpus);
    }

    private static ResourceStatus status(Pod pod) {
        return AnnotationCodec.read(pod, Annotations.POD_RESOURCE_STATUS, ResourceStatus.class)
                .orElse(new ResourceStatus(null, null));
    }

    @Override
    public synchronized void onClose(WatcherException cause) {
        if (cause != null && following) {
            violations.add("the watch ended: " + cause.getMessage());
        }
    }
}
