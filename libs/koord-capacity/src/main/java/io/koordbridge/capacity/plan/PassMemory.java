package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.steadypods.PodMemory;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The state that one pass over a node leaves for the next.
 *
 * @param since how old what is published is taken to be where its stage does not know
 * @param stages memory of each stage that has one, by its name
 * @param pods the pods as they were counted last
 */
@PureCore
public record PassMemory(Instant since, Map<String, StageMemory> stages, PodMemory pods) {

    public PassMemory {
        stages = Map.copyOf(stages);
    }

    /** Nothing is known of the node; what it shows of an earlier process is taken to be of this time. */
    public static PassMemory at(Instant time) {
        return new PassMemory(time, Map.of(), PodMemory.NONE);
    }

    /**
     * The state that the next pass starts from: these pods, and these amounts where they came to be shown.
     *
     * @param onNode whether the node shows what was planned for it
     * @param onZones whether the zones do
     * @param before what is shown otherwise
     */
    public PassMemory carriedOut(boolean onNode, boolean onZones, PassMemory before) {
        Map<String, StageMemory> next = new HashMap<>();
        stages.forEach((name, memory) -> next.put(name, memory.carriedOut(onNode, onZones, before.stages.get(name))));
        return new PassMemory(since, next, pods);
    }

    /** The same without amounts and pods: what is shown counts, and its age stays known. */
    public PassMemory withoutAmounts() {
        Map<String, StageMemory> next = new HashMap<>();
        stages.forEach((name, memory) -> next.put(name, memory.withoutAmounts()));
        return new PassMemory(since, next, PodMemory.NONE);
    }
}
