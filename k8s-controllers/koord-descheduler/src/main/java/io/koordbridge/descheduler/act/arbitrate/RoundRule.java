package io.koordbridge.descheduler.act.arbitrate;

import io.koordbridge.descheduler.decide.run.Verdict;
import java.util.List;
import java.util.Set;

/** One round of the arbitration, by the cluster as it is in the caches. */
@FunctionalInterface
public interface RoundRule {

    /**
     * Decides.
     *
     * @param waiting names of the jobs that wait
     * @param passed uids of jobs that passed, also where the cache does not show it yet; they count, and none of them waits
     * @return one decision for each waiting job, in the order in which they were offered to the filters
     */
    List<Decision> decide(Set<String> waiting, Set<String> passed);

    /** What becomes of a job. */
    enum Kind {
        PASS,
        FAIL,
        WAIT
    }

    /**
     * What becomes of one job.
     *
     * @param verdict which check keeps it, with numbers; allowed when it passes
     */
    record Decision(String job, Kind kind, Verdict verdict) {}
}
