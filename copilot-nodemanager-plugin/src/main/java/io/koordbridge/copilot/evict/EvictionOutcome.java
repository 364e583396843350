package io.koordbridge.copilot.evict;

import io.koordbridge.copilot.node.ContainerFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What an eviction did, or would do. */
public final class EvictionOutcome {
    private final List<ContainerFacts> evicted;
    private final List<ContainerFacts> alreadyEnding;
    private final List<String> notFound;

    EvictionOutcome(List<ContainerFacts> evicted, List<ContainerFacts> alreadyEnding, List<String> notFound) {
        this.evicted = Collections.unmodifiableList(new ArrayList<>(evicted));
        this.alreadyEnding = Collections.unmodifiableList(new ArrayList<>(alreadyEnding));
        this.notFound = Collections.unmodifiableList(new ArrayList<>(notFound));
    }

    public List<ContainerFacts> evicted() {
        return evicted;
    }

    /** Asked for, but on their way out before this call. */
    public List<ContainerFacts> alreadyEnding() {
        return alreadyEnding;
    }

    public List<String> notFound() {
        return notFound;
    }

    /** What the newly evicted give back. */
    public Amount freed() {
        Amount freed = Amount.ZERO;
        for (ContainerFacts container : evicted) {
            freed = freed.plus(VictimSelection.freedBy(container));
        }
        return freed;
    }
}
