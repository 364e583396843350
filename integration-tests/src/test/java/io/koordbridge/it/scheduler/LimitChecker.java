package io.koordbridge.it.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.koordbridge.protocol.Labels;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Adds up what is bound with each event of a watch and compares it with the limits of node and quota. */
final class LimitChecker implements Watcher<Pod> {

    private final Limits limits;
    private final Map<String, Pod> placed = new HashMap<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private int bound;
    private boolean quotasHold = true;

    /**
     * Limits that hold all the time; those of quotas until they are raised.
     *
     * @param milliCpu of a node, likewise the next two
     * @param milliBatchCpu by name of the quota
     */
    record Limits(long milliCpu, long milliBatchCpu, int pods, Map<String, Long> quotas) {}

    LimitChecker(Limits limits) {
        this.limits = limits;
    }

    List<String> violations() {
        return violations;
    }

    synchronized int bound() {
        return bound;
    }

    @Override
    public synchronized void eventReceived(Action action, Pod pod) {
        String uid = pod.getMetadata().getUid();
        if (action == Action.DELETED) {
            placed.remove(uid);
        } else if (Scene.isPlaced(pod) && placed.put(uid, pod) == null) {
            bound++;
            check(pod);
        }
    }

    private void check(Pod pod) {
        String node = pod.getSpec().getNodeName();
        List<Pod> there = placed.values().stream()
                .filter(one -> node.equals(one.getSpec().getNodeName()))
                .toList();
        compare(pod, node + " pods", there.size(), limits.pods());
        compare(pod, node + " cpu", sum(there, "cpu"), limits.milliCpu());
        compare(pod, node + " batch-cpu", sum(there, Scene.BATCH_CPU), limits.milliBatchCpu());
        checkQuota(pod);
    }

    private void compare(Pod pod, String what, long used, long limit) {
        if (used > limit) {
            violations.add(what + " is " + used + " of " + limit + " with "
                    + pod.getMetadata().getName());
        }
    }

    /** Maximums of quotas are raised from now on. */
    synchronized void raiseQuotas() {
        quotasHold = false;
    }

    private void checkQuota(Pod pod) {
        String quota = quota(pod);
        Long limit = quota == null ? null : limits.quotas().get(quota);
        if (limit != null && quotasHold) {
            List<Pod> inQuota = placed.values().stream()
                    .filter(one -> quota.equals(quota(one)))
                    .toList();
            compare(pod, "quota " + quota, sum(inQuota, Scene.BATCH_CPU), limit);
        }
    }

    /** Name of the quota of a pod, null without one. */
    static String quota(Pod pod) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        return labels == null ? null : labels.get(Labels.QUOTA_NAME);
    }

    private static long sum(List<Pod> pods, String resource) {
        return pods.stream().mapToLong(pod -> milli(pod, resource)).sum();
    }

    /** Milli-cores of a resource; batch-cpu is written in milli-cores. */
    static long milli(Pod pod, String resource) {
        Quantity quantity = pod.getSpec()
                .getContainers()
                .get(0)
                .getResources()
                .getRequests()
                .get(resource);
        if (quantity == null) {
            return 0;
        }
        BigDecimal amount = quantity.getNumericalAmount();
        return "cpu".equals(resource) ? amount.movePointRight(3).longValueExact() : amount.longValueExact();
    }

    @Override
    public synchronized void onClose(WatcherException cause) {
        if (cause != null) {
            violations.add("the watch ended: " + cause.getMessage());
        }
    }
}
