package io.koordbridge.descheduler.act.arbitrate;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.act.MayWrite;
import io.koordbridge.descheduler.act.ShortCalls;
import io.koordbridge.descheduler.act.arbitrate.JobAnswers.Answer;
import io.koordbridge.descheduler.act.arbitrate.RoundRule.Decision;
import io.koordbridge.descheduler.act.arbitrate.RoundRule.Kind;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.kube.metrics.MetricNames;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rounds of the arbitration. Jobs that passed or ended are never looked at again; a round without a waiting job does nothing, and a
 * replica without the lease decides nothing.
 */
public final class Arbitrator {

    private static final int MOST_WRITES = 50;
    private static final int MOST_PASSES = 40;

    private final RoundRule rule;
    private final JobAnswers answers;
    private final MayWrite mayWrite;
    private final MetricRegistry metrics;
    private final Clock clock;
    private final WaitingJobs jobs = new WaitingJobs();
    private volatile Map<String, Held> held = Map.of();

    /**
     * What a job waits for.
     *
     * @param since when this check first kept it, by this process
     */
    public record Held(Verdict verdict, Instant since) {}

    /**
     * An arbitrator.
     *
     * @param clock for how long a job is held
     */
    public Arbitrator(RoundRule rule, JobAnswers answers, MayWrite mayWrite, MetricRegistry metrics, Clock clock) {
        this.rule = rule;
        this.answers = answers;
        this.mayWrite = mayWrite;
        this.metrics = metrics;
        this.clock = clock;
        metrics.gauge("koord_descheduler_waiting_jobs", () -> jobs::size);
    }

    /** A job came or changed, also those of the first list. */
    public void shown(PodMigrationJob job) {
        jobs.shown(job);
    }

    /** A job is gone. */
    public void gone(String name) {
        jobs.gone(name);
    }

    /** What each waiting job waits for, as of the last round, by name. */
    public Map<String, Held> held() {
        return held;
    }

    /** One round. */
    public void round() {
        if (jobs.isIdle()) {
            held = Map.of();
            return;
        }
        if (!mayWrite.within(ShortCalls.CALL)) {
            return;
        }
        WaitingJobs.Look look = jobs.look();
        List<Decision> decisions = rule.decide(look.waiting().keySet(), look.passed());
        int passes = write(look, decisions, Kind.PASS, MOST_PASSES);
        write(look, decisions, Kind.FAIL, MOST_WRITES - passes);
        hold(decisions);
    }

    private int write(WaitingJobs.Look look, List<Decision> decisions, Kind kind, int most) {
        int written = 0;
        for (Decision decision : decisions) {
            String uid = look.waiting().get(decision.job());
            if (decision.kind() != kind || uid == null) {
                continue;
            }
            if (written == most || !mayWrite.within(ShortCalls.CALL)) {
                break;
            }
            written++;
            answer(decision, uid);
        }
        return written;
    }

    private void answer(Decision decision, String uid) {
        String name = decision.job();
        Answer answer =
                decision.kind() == Kind.PASS ? answers.pass(name, uid) : answers.fail(name, uid, decision.verdict());
        metrics.counter(MetricNames.of("koord_descheduler_arbitrations_total", "result", answer.label()))
                .inc();
        switch (answer) {
            case PASSED -> jobs.passed(name, uid);
            case FAILED, DROPPED -> jobs.dropped(name, uid);
            case REFUSED -> jobs.stays(name, uid);
            case UNSURE -> {
                if (decision.kind() == Kind.PASS) {
                    jobs.unsure(name, uid);
                }
            }
        }
    }

    private void hold(List<Decision> decisions) {
        Instant now = clock.instant();
        Map<String, Held> before = held;
        Map<String, Held> after = new HashMap<>();
        for (Decision decision : decisions) {
            if (decision.kind() == Kind.WAIT) {
                Held old = before.getOrDefault(decision.job(), new Held(decision.verdict(), now));
                boolean same = old.verdict().check().equals(decision.verdict().check());
                after.put(decision.job(), new Held(decision.verdict(), same ? old.since() : now));
            }
        }
        held = Map.copyOf(after);
    }
}
