package io.koordbridge.yarnoperator.node;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** {@link OtherWriter} for the NodeManagers of one node. Answers arrive on the senders' threads. */
final class OtherWriters {

    private final Map<NodeManagerRef, OtherWriter> byManager = new LinkedHashMap<>();

    synchronized void sending(NodeManagerRef ref) {
        byManager.put(ref, byManager.getOrDefault(ref, OtherWriter.NONE).sending());
    }

    synchronized void acknowledged(NodeManagerRef ref, YarnAmount value) {
        byManager.put(ref, byManager.getOrDefault(ref, OtherWriter.NONE).acknowledged(value));
    }

    /**
     * After a look at the NodeManagers of the node; a sentence for each that has another writer.
     *
     * @param startedAt when a NodeManager's process started, 0 when it did not say
     */
    synchronized List<String> look(List<NodeManagerView> views, ToLongFunction<NodeManagerRef> startedAt, Instant now) {
        byManager
                .keySet()
                .removeIf(ref -> views.stream().noneMatch(view -> view.ref().equals(ref)));
        for (NodeManagerView view : views) {
            OtherWriter.Look look = new OtherWriter.Look(
                    view.capability(),
                    view.state() == ManagerState.LIVE && !view.down(),
                    view.epoch(),
                    startedAt.applyAsLong(view.ref()));
            byManager.put(
                    view.ref(),
                    byManager.getOrDefault(view.ref(), OtherWriter.NONE).next(look, now));
        }
        return byManager.entrySet().stream()
                .map(one -> one.getValue().problem(one.getKey().nodeId(), now))
                .flatMap(Optional::stream)
                .toList();
    }
}
