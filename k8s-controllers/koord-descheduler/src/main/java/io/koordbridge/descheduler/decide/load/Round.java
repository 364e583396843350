package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.load.LoadResult.OfPod;
import io.koordbridge.descheduler.decide.load.VictimOrder.Victim;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Moves pods from the sources of one side; descheduler specification section 10.4. While a source is looked at, room is held for
 * each of its pods that may go, so that they fit together; afterwards only evicted pods are charged.
 */
@PureCore
final class Round {

    private static final Comparator<PodFacts> OLDEST_FIRST = Comparator.comparing(PodFacts::created)
            .thenComparing(pod -> pod.ref().namespace())
            .thenComparing(pod -> pod.ref().name());

    private static final String NODE_FIT = "NodeFit";

    private final LoadSide side;
    private final LowNodeLoadArgs args;
    private final Targets targets;

    /** What all targets together may still take. */
    private final long[] available;

    private final Evictor evictor;
    private final List<OfPod> decided;

    /**
     * One round.
     *
     * @param available changed by the round
     * @param decided gets what was decided of each pod
     */
    Round(
            LoadSide side,
            LowNodeLoadArgs args,
            Targets targets,
            long[] available,
            Evictor evictor,
            List<OfPod> decided) {
        this.side = side;
        this.args = args;
        this.targets = targets;
        this.available = available;
        this.evictor = evictor;
        this.decided = decided;
    }

    /** A pod that may go, and where it could go. */
    private record Candidate(Victim victim, @Nullable Target target) {

        PodFacts pod() {
            return victim.pod();
        }
    }

    /** Takes pods from a source; returns whether it is no longer overloaded. */
    boolean relieve(NodeLoad source) {
        Map<String, Long> excess = excess(source);
        Map<PodFacts, String> homeless = new LinkedHashMap<>();
        int refused = pass(source, candidates(source), excess, homeless);
        if (refused > 0 && side.isOver(source) && hasRoom()) {
            // Room that was held for refused pods is free for those that found none; once, so that work stays bounded.
            List<PodFacts> waiting = List.copyOf(homeless.keySet());
            homeless.clear();
            pass(source, waiting, excess, homeless);
        }
        homeless.forEach((pod, message) -> keep(source, pod, Verdict.refused(NODE_FIT, message)));
        return !side.isOver(source);
    }

    private int pass(NodeLoad source, List<PodFacts> pods, Map<String, Long> excess, Map<PodFacts, String> homeless) {
        int refused = decide(source, fitting(source, pods, excess, homeless));
        targets.release();
        return refused;
    }

    private Map<String, Long> excess(NodeLoad source) {
        Map<String, Long> excess = new HashMap<>();
        for (int key = 0; key < available.length; key++) {
            excess.put(source.keys().name(key), side.usage(source)[key] - side.high(source)[key]);
        }
        return excess;
    }

    private List<PodFacts> candidates(NodeLoad source) {
        List<PodFacts> candidates = new ArrayList<>();
        for (PodFacts pod : source.pods().stream().sorted(OLDEST_FIRST).toList()) {
            Verdict verdict = check(source, pod);
            if (verdict.allowed()) {
                candidates.add(pod);
            } else {
                keep(source, pod, verdict);
            }
        }
        return candidates;
    }

    private Verdict check(NodeLoad source, PodFacts pod) {
        if (side == LoadSide.PROD && pod.rank().priorityClass() != PriorityClass.PROD) {
            return Verdict.refused("ProdPods", "only prod pods are moved from a node that its prod pods overload");
        }
        Verdict chosen = args.pods().check(pod);
        if (!chosen.allowed()) {
            return chosen;
        }
        Verdict verdict = evictor.filter(pod);
        return verdict.allowed() && args.nodeFit() && source.usageOf(pod) == null
                ? Verdict.refused("PodMetric", "the report of its node does not have it")
                : verdict;
    }

    /** Pods that fit together, in the order in which they go. */
    private List<Candidate> fitting(
            NodeLoad source, List<PodFacts> pods, Map<String, Long> excess, Map<PodFacts, String> homeless) {
        List<Candidate> fitting = new ArrayList<>();
        for (PodFacts pod : pods) {
            long[] usage = source.usageOf(pod);
            Victim victim = new Victim(pod, score(source, usage, excess));
            if (!args.nodeFit() || usage == null) {
                fitting.add(new Candidate(victim, null));
                continue;
            }
            Targets.Found found = targets.find(pod, usage);
            if (found.target() == null) {
                homeless.put(pod, found.message());
            } else {
                found.target().hold(usage);
                fitting.add(new Candidate(victim, found.target()));
            }
        }
        fitting.sort(Comparator.comparing(Candidate::victim, VictimOrder.order()));
        return fitting;
    }

    private @Nullable Double score(NodeLoad source, long @Nullable [] usage, Map<String, Long> excess) {
        if (usage == null) {
            return null;
        }
        Map<String, Long> amounts = new HashMap<>();
        Map<String, Long> weights = new HashMap<>();
        for (int key = 0; key < usage.length; key++) {
            amounts.put(source.keys().name(key), usage[key]);
            weights.put(source.keys().name(key), source.keys().weight(key));
        }
        return VictimOrder.score(amounts, excess, weights);
    }

    /** Returns how many evictions were refused for which room had been held. */
    private int decide(NodeLoad source, List<Candidate> candidates) {
        int refused = 0;
        for (Candidate candidate : candidates) {
            Verdict verdict = verdict(source);
            if (!verdict.allowed()) {
                keep(source, candidate.pod(), verdict);
            } else if (!evict(source, candidate)) {
                refused++;
            }
        }
        return refused;
    }

    private Verdict verdict(NodeLoad source) {
        if (!side.isOver(source)) {
            return Verdict.refused("NodeOverloaded", source.name() + " is no longer above its high thresholds");
        }
        return hasRoom()
                ? Verdict.ALLOWED
                : Verdict.refused("AvailableUsage", "the nodes with room have taken all that they may");
    }

    private boolean hasRoom() {
        for (long left : available) {
            if (left <= 0) {
                return false;
            }
        }
        return true;
    }

    private boolean evict(NodeLoad source, Candidate candidate) {
        PodFacts pod = candidate.pod();
        long[] usage = source.usageOf(pod);
        Target target = candidate.target();
        if (target != null && usage != null && !target.hasRequestsOf(pod)) {
            Targets.Found other = targets.find(pod, usage);
            if (other.target() == null) {
                keep(source, pod, Verdict.refused(NODE_FIT, other.message()));
                return false;
            }
            target = other.target();
        }
        String reason = LoadReason.of(source, side);
        List<String> names = target == null ? List.of() : List.of(target.node().name());
        Verdict verdict = args.dryRun()
                ? Verdict.ALLOWED
                : evictor.evict(new EvictionRequest(pod, LowNodeLoad.NAME, reason, names));
        if (!verdict.allowed()) {
            keep(source, pod, verdict);
            return false;
        }
        if (usage != null) {
            take(source, pod, usage, target);
        }
        decided.add(new OfPod(pod.ref(), source.name(), true, "", reason, String.join(",", names)));
        return true;
    }

    private void take(NodeLoad source, PodFacts pod, long[] usage, @Nullable Target target) {
        source.leave(usage, side == LoadSide.PROD);
        for (int key = 0; key < available.length; key++) {
            available[key] -= usage[key];
        }
        if (target != null) {
            target.charge(pod, usage);
        }
    }

    private void keep(NodeLoad source, PodFacts pod, Verdict verdict) {
        decided.add(new OfPod(pod.ref(), source.name(), false, verdict.check(), verdict.message(), ""));
    }
}
