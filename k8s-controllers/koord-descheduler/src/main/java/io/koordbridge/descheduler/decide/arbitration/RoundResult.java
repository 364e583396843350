package io.koordbridge.descheduler.decide.arbitration;

import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/**
 * What a round decided, each list in the order in which the jobs were offered.
 *
 * @param passed jobs that go on now
 * @param failed jobs whose pods must not move: Failed with reason ForbiddenMigratePod
 * @param waiting jobs that a limit keeps for now
 */
@PureCore
public record RoundResult(List<JobClaim> passed, List<Held> failed, List<Held> waiting) {

    public RoundResult {
        passed = List.copyOf(passed);
        failed = List.copyOf(failed);
        waiting = List.copyOf(waiting);
    }

    /** A job with the check that holds it, and its numbers. */
    @PureCore
    public record Held(JobClaim job, Verdict why) {}
}
