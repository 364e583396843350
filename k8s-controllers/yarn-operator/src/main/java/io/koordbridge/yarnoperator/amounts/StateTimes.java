package io.koordbridge.yarnoperator.amounts;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Since when each node has been in the state of its lease, as far as this replica has seen. */
@PureCore
record StateTimes(Map<String, Since> byNode) {

    /** No node was looked at. */
    static final StateTimes NONE = new StateTimes(Map.of());

    /** A state and when it was first seen. */
    record Since(LeaseStateName state, Instant since) {}

    StateTimes {
        byNode = Map.copyOf(byNode);
    }

    /** After another look. */
    StateTimes next(List<NodeLeaseStatus> all, Instant now) {
        Map<String, Since> next = new HashMap<>();
        for (NodeLeaseStatus one : all) {
            Since before = byNode.get(one.node());
            boolean same = before != null && before.state() == one.state();
            next.put(one.node(), same ? before : new Since(one.state(), now));
        }
        return new StateTimes(next);
    }

    long seconds(String node, Instant now) {
        Since known = byNode.get(node);
        return known == null ? 0 : Math.max(now.getEpochSecond() - known.since().getEpochSecond(), 0);
    }
}
