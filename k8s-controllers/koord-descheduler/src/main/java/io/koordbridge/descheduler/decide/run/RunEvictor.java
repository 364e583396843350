package io.koordbridge.descheduler.decide.run;

import io.koordbridge.descheduler.decide.limit.LimitRefusal;
import io.koordbridge.descheduler.decide.limit.RunCounts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.PluginRun.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What a plugin asks in one run: the limits of the run, then the evictor of the profile; all answers are noted. A pod that no one
 * can judge, because its check throws, is kept and does not end the run.
 */
final class RunEvictor implements Evictor {

    /** Name of the check for a pod that was accepted before in the run. */
    static final String REQUESTED = "RequestedInThisRun";
    /** Name of the check for a pod whose checks failed. */
    static final String FAILED = "Error";

    private static final int MOST_LISTED = 10_000;

    private final Evictor evictor;
    private final RunCounts counts;
    /** Pods that were accepted in this run, by any plugin. */
    private final Set<String> requested;

    private final List<Answer> answers = new ArrayList<>();
    private final Map<String, Verdict> kept = new LinkedHashMap<>();
    private int unlisted;

    RunEvictor(Evictor evictor, RunCounts counts, Set<String> requested) {
        this.evictor = evictor;
        this.counts = counts;
        this.requested = requested;
    }

    @Override
    public Verdict filter(PodFacts pod) {
        return noted(pod, checked(pod, evictor::filter));
    }

    @Override
    public Verdict preEvictionFilter(PodFacts pod) {
        return noted(pod, checked(pod, evictor::preEvictionFilter));
    }

    @Override
    public Verdict evict(EvictionRequest request) {
        PodFacts pod = request.pod();
        Optional<LimitRefusal> limit = counts.check(pod);
        Verdict verdict = limit.isPresent()
                ? Verdict.refused(limit.get().check(), limit.get().message())
                : checked(pod, unused -> evictor.evict(request));
        if (verdict.allowed()) {
            requested.add(id(pod));
            counts.accepted(pod);
        }
        if (answers.size() < MOST_LISTED) {
            answers.add(new Answer(request, verdict));
        } else {
            unlisted++;
        }
        return verdict;
    }

    private Verdict checked(PodFacts pod, Function<PodFacts, Verdict> check) {
        if (requested.contains(id(pod))) {
            return Verdict.refused(REQUESTED, "pod " + pod.ref().key() + " was requested before in this run");
        }
        try {
            return check.apply(pod);
        } catch (RuntimeException e) {
            return Verdict.refused(FAILED, "pod " + pod.ref().key() + ": " + e);
        }
    }

    private Verdict noted(PodFacts pod, Verdict verdict) {
        if (!verdict.allowed()) {
            if (kept.size() < MOST_LISTED) {
                kept.putIfAbsent(pod.ref().key(), verdict);
            } else if (!kept.containsKey(pod.ref().key())) {
                unlisted++;
            }
        }
        return verdict;
    }

    private static String id(PodFacts pod) {
        return pod.ref().key() + "/" + pod.ref().uid();
    }

    PluginRun result(String profile, RunProfile.Step step, String error) {
        return new PluginRun(profile, step.plugin().name(), step.dryRun(), answers, kept, unlisted, error);
    }
}
