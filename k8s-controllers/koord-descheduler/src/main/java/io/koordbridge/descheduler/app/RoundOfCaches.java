package io.koordbridge.descheduler.app;

import io.koordbridge.descheduler.act.arbitrate.RoundRule;
import io.koordbridge.descheduler.decide.arbitration.ArbitrationRound;
import io.koordbridge.descheduler.decide.arbitration.JobClaim;
import io.koordbridge.descheduler.decide.arbitration.RoundResult;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.descheduler.watch.ClusterCaches;
import io.koordbridge.descheduler.watch.ClusterView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A round of the arbitration by what the caches hold. While they are not recent nothing is decided: all jobs wait. */
final class RoundOfCaches implements RoundRule {

    private final ClusterCaches caches;
    private final ArbitrationRound round;
    private final EvictionLimits limits;

    RoundOfCaches(ClusterCaches caches, ArbitrationRound round, EvictionLimits limits) {
        this.caches = caches;
        this.round = round;
        this.limits = limits;
    }

    @Override
    public List<Decision> decide(Set<String> waiting, Set<String> passed) {
        if (caches.whyNotToAct().isPresent()) {
            return List.of();
        }
        ClusterView view = caches.view();
        MigrationPicture picture = new MigrationPicture(caches, view, limits, List.of());
        List<JobClaim> jobs = picture.jobs().stream()
                .filter(job -> waiting.contains(job.name()))
                .toList();
        RoundResult result = round.run(jobs, picture, passed);
        List<Decision> decisions = new ArrayList<>();
        result.passed().forEach(job -> decisions.add(new Decision(job.name(), Kind.PASS, Verdict.ALLOWED)));
        result.failed().forEach(held -> decisions.add(new Decision(held.job().name(), Kind.FAIL, held.why())));
        result.waiting().forEach(held -> decisions.add(new Decision(held.job().name(), Kind.WAIT, held.why())));
        return decisions;
    }
}
