package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What suppression remembers from tick to tick.
 *
 * @param statuses which methods are in use; empty at first
 * @param decision that of the last tick
 */
public record SuppressMemory(Map<SuppressMethod, Status> statuses, Optional<SuppressDecision> decision) {

    public static final SuppressMemory NONE = new SuppressMemory(Map.of(), Optional.empty());

    /** State of a method. */
    public enum Status {
        USING,
        RECOVERED
    }

    public SuppressMemory {
        statuses = Map.copyOf(statuses);
    }

    SuppressMemory with(SuppressMethod method, Status status) {
        Map<SuppressMethod, Status> next = new EnumMap<>(SuppressMethod.class);
        next.putAll(statuses);
        next.put(method, status);
        return new SuppressMemory(next, decision);
    }

    /** The method counts as in use again: its last write failed. */
    SuppressMemory stillUsing(SuppressMethod method) {
        return statuses.containsKey(method) ? with(method, Status.USING) : this;
    }

    SuppressMemory deciding(SuppressDecision next) {
        return new SuppressMemory(statuses, Optional.of(next));
    }

    boolean isRecovered(SuppressMethod method) {
        return statuses.get(method) == Status.RECOVERED;
    }
}
