package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Grants evictions and notes them. */
final class NotingEvictor implements Evictor {

    private final Set<String> filtered;
    private final Set<String> failing;
    private final List<EvictionRequest> granted = new ArrayList<>();

    NotingEvictor() {
        this(Set.of(), Set.of());
    }

    /** Names of pods whose filter or eviction fails. */
    NotingEvictor(Set<String> filtered, Set<String> failing) {
        this.filtered = filtered;
        this.failing = failing;
    }

    List<EvictionRequest> granted() {
        return granted;
    }

    List<String> evicted() {
        return granted.stream().map(request -> request.pod().ref().name()).toList();
    }

    @Override
    public Verdict filter(PodFacts pod) {
        return filtered.contains(pod.ref().name()) ? Verdict.refused("Filter", "filtered") : Verdict.ALLOWED;
    }

    @Override
    public Verdict preEvictionFilter(PodFacts pod) {
        return filter(pod);
    }

    @Override
    public Verdict evict(EvictionRequest request) {
        if (failing.contains(request.pod().ref().name())) {
            return Verdict.refused("Limit", "limit reached: 2 of 2");
        }
        granted.add(request);
        return Verdict.ALLOWED;
    }
}
