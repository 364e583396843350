package io.koordbridge.koordlet.prediction;

import io.koordbridge.koordlet.collect.Usage;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Which model gets which sample; specification section 9. */
@PureCore
final class Training {

    /** The whole node. */
    static final String NODE = "__node__";
    /** The node without its pods. */
    static final String SYSTEM = "__node-sys__";

    private Training() {}

    /** Cores and bytes; empty while unknown. */
    record Seen(OptionalDouble cores, OptionalDouble bytes) {

        boolean isComplete() {
            return cores.isPresent() && bytes.isPresent();
        }

        Usage usage() {
            return new Usage(cores.orElse(0), (long) bytes.orElse(0));
        }
    }

    /** A pod and what it used. */
    record PodSeen(String uid, PriorityClass priorityClass, Seen seen) {}

    /** The model of a priority class. */
    static String ofClass(PriorityClass priorityClass) {
        return "__node-" + priorityClass.wireName() + "__";
    }

    /** Whether a model is one of the node or of a class, and of no pod. */
    static boolean isOfNode(String id) {
        return id.startsWith("__");
    }

    /** One sample for each model that gets one. */
    static Map<String, Usage> samples(Seen node, List<PodSeen> pods) {
        Map<String, Usage> samples = new LinkedHashMap<>();
        for (PriorityClass priorityClass : PriorityClass.values()) {
            samples.put(ofClass(priorityClass), Usage.NONE);
        }
        Usage known = Usage.NONE;
        for (PodSeen pod : pods) {
            if (pod.seen().isComplete()) {
                Usage usage = pod.seen().usage();
                samples.put(pod.uid(), usage);
                samples.merge(ofClass(pod.priorityClass()), usage, Usage::plus);
                known = known.plus(usage);
            }
        }
        Usage all = node.usage();
        if (node.isComplete()) {
            samples.put(NODE, all);
        }
        samples.put(
                SYSTEM,
                new Usage(
                        Math.max(0, all.cores() - known.cores()),
                        Math.max(0, all.memoryBytes() - known.memoryBytes())));
        return samples;
    }
}
