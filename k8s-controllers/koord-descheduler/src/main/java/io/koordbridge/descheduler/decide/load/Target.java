package io.koordbridge.descheduler.decide.load;

import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.quantity.PlainAmounts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A node with room, and what evicted pods take of it. */
@PureCore
final class Target {

    private final NodeLoad node;
    private final long[] charged;
    private final long[] prodCharged;
    private final long[] held;

    /** At most one: what is free of its requests, once it was asked for. */
    private final List<PlainAmounts> free = new ArrayList<>(1);

    Target(NodeLoad node) {
        this.node = node;
        charged = new long[node.usage().length];
        prodCharged = new long[charged.length];
        held = new long[charged.length];
    }

    NodeLoad node() {
        return node;
    }

    /** Whether usage stays within the high thresholds. */
    boolean hasRoom(long[] usage) {
        for (int key = 0; key < usage.length; key++) {
            if (held[key] + usage[key] > room(LoadSide.NODE, key)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the requests of a pod still fit after what was charged. */
    boolean hasRequestsOf(PodFacts pod) {
        return hasRequests(new PlainAmounts(pod.fit().requests()));
    }

    /** Whether the requests fit; the number of pods does not count. */
    boolean hasRequests(PlainAmounts request) {
        return NodeCheck.lacking(request, free()).isEmpty();
    }

    /** How far usage is below the high threshold of a resource; below 0 when it is above. */
    long room(LoadSide side, int key) {
        long taken = (side == LoadSide.NODE ? charged : prodCharged)[key];
        return side.high(node)[key] - side.usage(node)[key] - node.unmeasured()[key] - taken;
    }

    private PlainAmounts free() {
        if (free.isEmpty()) {
            List<Map<String, Long>> requests = new ArrayList<>();
            node.pods().forEach(pod -> requests.add(pod.fit().requests()));
            free.add(PlainAmounts.free(node.facts().allocatable(), requests));
        }
        return free.get(0);
    }

    /** Keeps room for a pod that may be evicted. */
    void hold(long[] usage) {
        add(held, usage);
    }

    /** Gives back what was only held. */
    void release() {
        Arrays.fill(held, 0);
    }

    /** An evicted pod takes its room. */
    void charge(PodFacts pod, long[] usage) {
        add(charged, usage);
        if (pod.rank().priorityClass() == PriorityClass.PROD) {
            add(prodCharged, usage);
        }
        PlainAmounts left = free().minus(pod.fit().requests());
        free.set(0, left);
    }

    private static void add(long[] sums, long[] amounts) {
        for (int key = 0; key < sums.length; key++) {
            sums[key] += amounts[key];
        }
    }
}
