package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.protocol.CpuSet;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What suppression remembers from tick to tick.
 *
 * @param statuses which methods are in use; empty at first
 * @param decision that of the last tick
 * @param given CPUs that were given back last; empty while the cpuset is in use
 */
public record SuppressMemory(
        Map<SuppressMethod, Status> statuses, Optional<SuppressDecision> decision, Optional<Given> given) {

    public static final SuppressMemory NONE = new SuppressMemory(Map.of(), Optional.empty(), Optional.empty());

    /** What was given back: to which groups, which CPUs, when. */
    public record Given(List<String> groups, CpuSet cpus, Instant at) {

        public Given {
            groups = List.copyOf(groups);
        }

        boolean isFresh(List<String> nowGroups, CpuSet nowCpus, Instant now) {
            return groups.equals(nowGroups) && cpus.equals(nowCpus) && now.isBefore(at.plus(GIVEN_AGAIN));
        }
    }

    /** What others changed is put right after this time. */
    private static final Duration GIVEN_AGAIN = Duration.ofSeconds(60);

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
        return new SuppressMemory(
                next, decision, status == Status.USING && method == SuppressMethod.CPUSET ? Optional.empty() : given);
    }

    /** The method counts as in use again: its last write failed. */
    SuppressMemory stillUsing(SuppressMethod method) {
        return statuses.containsKey(method) ? with(method, Status.USING) : this;
    }

    SuppressMemory deciding(SuppressDecision next) {
        return new SuppressMemory(statuses, Optional.of(next), given);
    }

    SuppressMemory giving(Given next) {
        return new SuppressMemory(statuses, decision, Optional.of(next));
    }

    boolean isRecovered(SuppressMethod method) {
        return statuses.get(method) == Status.RECOVERED;
    }
}
