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
import java.util.LinkedHashMap;
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
    /** A write of this round had no answer: the others would wait as long, one after the other. */
    private boolean silent;

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

    /** One round; by one thread. */
    public void round() {
        if (jobs.isIdle()) {
            held = Map.of();
            return;
        }
        if (!mayWrite.within(ShortCalls.CALL)) {
            return;
        }
        silent = false;
        WaitingJobs.Look look = jobs.look();
        int left = MOST_PASSES - pass(look.unsure());
        List<Decision> decisions = look.waiting().isEmpty()
                ? List.of()
                : rule.decide(look.waiting().keySet(), look.passed());
        left -= pass(first(look, decisions, Kind.PASS, left));
        fail(look, decisions, MOST_WRITES - MOST_PASSES + left);
        hold(decisions);
    }

    /** The first jobs of a kind, in the order of the decisions. */
    private static Map<String, String> first(WaitingJobs.Look look, List<Decision> decisions, Kind kind, int most) {
        Map<String, String> uids = new LinkedHashMap<>();
        for (Decision decision : decisions) {
            String uid = look.waiting().get(decision.job());
            if (decision.kind() == kind && uid != null && uids.size() < most) {
                uids.put(decision.job(), uid);
            }
        }
        return uids;
    }

    private int pass(Map<String, String> uids) {
        for (Map.Entry<String, String> job : uids.entrySet()) {
            if (silent) {
                break;
            }
            String name = job.getKey();
            String uid = job.getValue();
            switch (answered(answers.pass(name, uid))) {
                case PASSED -> jobs.passed(name, uid);
                case FAILED, DROPPED -> jobs.dropped(name, uid);
                case REFUSED -> jobs.stays(name, uid);
                case UNSURE -> jobs.unsure(name, uid);
            }
        }
        return uids.size();
    }

    private void fail(WaitingJobs.Look look, List<Decision> decisions, int most) {
        Map<String, String> uids = first(look, decisions, Kind.FAIL, most);
        for (Decision decision : decisions) {
            String name = decision.job();
            String uid = uids.get(name);
            if (uid == null || silent) {
                continue;
            }
            switch (answered(answers.fail(name, uid, decision.verdict()))) {
                case PASSED -> jobs.passed(name, uid);
                case FAILED, DROPPED -> jobs.dropped(name, uid);
                case REFUSED, UNSURE -> {
                    // decided anew in the next round
                }
            }
        }
    }

    private Answer answered(Answer answer) {
        silent |= answer == Answer.UNSURE;
        metrics.counter(MetricNames.of("koord_descheduler_arbitrations_total", "result", answer.label()))
                .inc();
        return answer;
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
