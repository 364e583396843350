package io.koordbridge.descheduler.act.request;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.Verdict;

/** Where the requests of one run end: the filters, then the object limiter, then a job. */
public final class JobRequests implements Evictor {

    private final RequestChecks checks;
    private final JobCreator creator;

    /**
     * The end of a run's requests.
     *
     * @param checks by the view of the run; {@link MadeJobs#all} belongs to the open jobs that they count
     */
    public JobRequests(RequestChecks checks, JobCreator creator) {
        this.checks = checks;
        this.creator = creator;
    }

    @Override
    public Verdict filter(PodFacts pod) {
        Verdict open = creator.openJob(pod.ref());
        return open.allowed() ? checks.filter(pod) : open;
    }

    @Override
    public Verdict preEvictionFilter(PodFacts pod) {
        return checks.preEvictionFilter(pod);
    }

    @Override
    public Verdict evict(EvictionRequest request) {
        Verdict verdict = filter(request.pod());
        if (verdict.allowed()) {
            verdict = checks.limit(request.pod());
        }
        return verdict.allowed() ? creator.create(request) : verdict;
    }
}
