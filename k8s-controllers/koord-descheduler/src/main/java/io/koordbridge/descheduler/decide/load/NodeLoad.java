package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Usage of one node in one run, by the places of {@link LoadKeys}; descheduler specification section 10.2. What leaves the node
 * during the run is taken from it.
 */
@PureCore
final class NodeLoad {

    /** As much as a report may have: sums over a cluster stay within 64 bits. */
    private static final long MOST = 1L << 48;

    private static final Map<String, List<String>> REQUESTED_AS = Map.of(
            ResourceNames.CPU, List.of(ResourceNames.CPU, ResourceNames.BATCH_CPU, ResourceNames.MID_CPU),
            ResourceNames.MEMORY, List.of(ResourceNames.MEMORY, ResourceNames.BATCH_MEMORY, ResourceNames.MID_MEMORY));

    private final NodeFacts facts;
    private final LoadKeys keys;
    private final Map<String, Map<String, Long>> reported;
    private final List<PodFacts> pods;
    private final long[] capacity;
    private final long[] usage;
    private final long[] prodUsage;
    private final long[] unmeasured;
    private final NodeLimits limits;

    private NodeLoad(
            NodeFacts facts, LoadKeys keys, Map<String, Map<String, Long>> reported, List<PodFacts> pods, int size) {
        this.facts = facts;
        this.keys = keys;
        this.reported = reported;
        this.pods = pods;
        capacity = new long[size];
        usage = new long[size];
        prodUsage = new long[size];
        unmeasured = new long[size];
        limits = new NodeLimits(size);
    }

    private NodeLoad(NodeLoad measured, NodeLimits limits) {
        facts = measured.facts;
        keys = measured.keys;
        reported = measured.reported;
        pods = measured.pods;
        capacity = measured.capacity;
        usage = measured.usage;
        prodUsage = measured.prodUsage;
        unmeasured = measured.unmeasured;
        this.limits = limits;
    }

    /** The node by its report; pods that are done use nothing. */
    static NodeLoad of(LoadKeys keys, NodeFacts facts, LoadReport report, Collection<PodFacts> pods) {
        List<PodFacts> active = new ArrayList<>(pods.size());
        for (PodFacts pod : pods) {
            if (!pod.state().isDone()) {
                active.add(pod);
            }
        }
        NodeLoad load = new NodeLoad(facts, keys, report.pods(), active, keys.size());
        for (int key = 0; key < keys.size(); key++) {
            load.capacity[key] = Math.min(MOST, facts.capacity().getOrDefault(keys.name(key), 0L));
        }
        load.addReported(report.system());
        report.hostApplications().values().forEach(load::addReported);
        report.pods().values().forEach(load::addReported);
        active.forEach(load::addPod);
        return load;
    }

    private void addReported(Map<String, Long> amounts) {
        for (int key = 0; key < usage.length; key++) {
            String name = keys.name(key);
            add(usage, key, name.equals(LoadKeys.PODS) ? 0 : amounts.getOrDefault(name, 0L));
        }
    }

    private void addPod(PodFacts pod) {
        boolean prod = pod.rank().priorityClass() == PriorityClass.PROD;
        Map<String, Long> metric = reported.get(pod.ref().key());
        for (int key = 0; key < usage.length; key++) {
            String name = keys.name(key);
            if (name.equals(LoadKeys.PODS)) {
                add(usage, key, 1);
                add(prodUsage, key, prod ? 1 : 0);
            } else if (metric == null) {
                add(unmeasured, key, requested(pod, name));
            } else {
                long amount = amount(pod, metric, name);
                add(usage, key, metric.containsKey(name) ? 0 : amount);
                add(prodUsage, key, prod ? amount : 0);
            }
        }
    }

    private static void add(long[] sums, int key, long amount) {
        sums[key] = Math.min(MOST, sums[key] + Math.min(MOST, amount));
    }

    /** What the report lacks of cpu or memory counts as requested. */
    private static long amount(PodFacts pod, Map<String, Long> metric, String name) {
        Long reported = metric.get(name);
        return reported != null ? reported : requested(pod, name);
    }

    private static long requested(PodFacts pod, String name) {
        long sum = 0;
        for (String alias : REQUESTED_AS.getOrDefault(name, List.of())) {
            sum = Math.min(MOST, sum + Math.min(MOST, pod.fit().requests().getOrDefault(alias, 0L)));
        }
        return sum;
    }

    /** The same node with its thresholds; both share what is used. */
    NodeLoad with(NodeLimits thresholds) {
        return new NodeLoad(this, thresholds);
    }

    /** What a pod uses, null when the report does not have it. */
    long @Nullable [] usageOf(PodFacts pod) {
        Map<String, Long> metric = reported.get(pod.ref().key());
        if (metric == null) {
            return null;
        }
        long[] amounts = new long[keys.size()];
        for (int key = 0; key < amounts.length; key++) {
            boolean counts = keys.name(key).equals(LoadKeys.PODS);
            amounts[key] = counts ? 1 : Math.min(MOST, amount(pod, metric, keys.name(key)));
        }
        return amounts;
    }

    /** Takes what an evicted pod used. */
    void leave(long[] amounts, boolean prod) {
        for (int key = 0; key < usage.length; key++) {
            usage[key] -= amounts[key];
            prodUsage[key] -= prod ? amounts[key] : 0;
        }
    }

    /** Changes usage by what the run has moved before. */
    void change(String resource, long amount) {
        int key = keys.names().indexOf(resource);
        if (key >= 0) {
            usage[key] = Math.max(0, usage[key] + amount);
        }
    }

    /** Why the node cannot be judged though its report is good; empty when it can. */
    String lack() {
        for (String name : REQUESTED_AS.keySet().stream().sorted().toList()) {
            int key = keys.names().indexOf(name);
            if (key >= 0 && capacity[key] <= 0) {
                return "invalid status.allocatable." + name + ": it is missing or 0; allowed: more than 0";
            }
        }
        return "";
    }

    String name() {
        return facts.name();
    }

    NodeFacts facts() {
        return facts;
    }

    LoadKeys keys() {
        return keys;
    }

    /** Those that are not done. */
    List<PodFacts> pods() {
        return pods;
    }

    long[] capacity() {
        return capacity;
    }

    long[] usage() {
        return usage;
    }

    long[] prodUsage() {
        return prodUsage;
    }

    /** Requests of pods that the report does not have yet: room that only seems to be free. */
    long[] unmeasured() {
        return unmeasured;
    }

    NodeLimits limits() {
        return limits;
    }
}
