package io.koordbridge.descheduler.app;

import io.koordbridge.descheduler.act.request.JobCreator;
import io.koordbridge.descheduler.act.request.JobRequests;
import io.koordbridge.descheduler.act.request.RequestChecks;
import io.koordbridge.descheduler.decide.arbitration.EvictionFilters;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.EvictorSource;
import io.koordbridge.descheduler.decide.run.Verdict;
import java.time.Instant;

/** The evictors of one run: all of its requests count for those that follow, whether jobs are made or only pretended. */
final class RunEvictors implements EvictorSource {

    private final RequestChecks checks;
    private final EvictionFilters filters;
    private final JobCreator creator;
    private final Instant now;
    private int pretended;

    RunEvictors(RequestChecks checks, EvictionFilters filters, JobCreator creator, Instant now) {
        this.checks = checks;
        this.filters = filters;
        this.creator = creator;
        this.now = now;
    }

    @Override
    public Evictor of(String profile, boolean pretend) {
        return new Counted(new JobRequests(checks, creator), pretend);
    }

    /** Extends the counts by each request that was accepted. */
    private final class Counted implements Evictor {

        private final JobRequests requests;
        private final boolean pretend;

        private Counted(JobRequests requests, boolean pretend) {
            this.requests = requests;
            this.pretend = pretend;
        }

        @Override
        public Verdict filter(PodFacts pod) {
            return requests.filter(pod);
        }

        @Override
        public Verdict preEvictionFilter(PodFacts pod) {
            return requests.preEvictionFilter(pod);
        }

        @Override
        public Verdict evict(EvictionRequest request) {
            Verdict verdict = pretend ? pretended(request.pod()) : requests.evict(request);
            if (verdict.allowed()) {
                pretended++;
                filters.made(MigrationPicture.claim("request-" + pretended, request.pod(), now));
            }
            return verdict;
        }

        private Verdict pretended(PodFacts pod) {
            Verdict verdict = requests.filter(pod);
            return verdict.allowed() ? checks.limit(pod) : verdict;
        }
    }
}
