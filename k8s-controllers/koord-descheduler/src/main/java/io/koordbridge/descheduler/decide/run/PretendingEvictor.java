package io.koordbridge.descheduler.decide.run;

import io.koordbridge.descheduler.decide.pod.PodFacts;

/** The filters of an evictor, without its writer: what passes the filter counts as accepted. */
public final class PretendingEvictor implements Evictor {

    private final Evictor filters;

    public PretendingEvictor(Evictor filters) {
        this.filters = filters;
    }

    @Override
    public Verdict filter(PodFacts pod) {
        return filters.filter(pod);
    }

    @Override
    public Verdict preEvictionFilter(PodFacts pod) {
        return filters.preEvictionFilter(pod);
    }

    @Override
    public Verdict evict(EvictionRequest request) {
        return filters.filter(request.pod());
    }
}
