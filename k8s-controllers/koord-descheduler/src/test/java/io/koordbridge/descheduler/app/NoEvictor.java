package io.koordbridge.descheduler.app;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.Verdict;

/** Keeps every pod. */
final class NoEvictor implements Evictor {

    private static final Verdict NO = Verdict.refused("Test", "no");

    @Override
    public Verdict filter(PodFacts pod) {
        return NO;
    }

    @Override
    public Verdict preEvictionFilter(PodFacts pod) {
        return NO;
    }

    @Override
    public Verdict evict(EvictionRequest request) {
        return NO;
    }
}
