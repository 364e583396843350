package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.NumaNodeFacts;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.numa.NumaSearch.TooManyNumaNodesException;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a pod fits the NUMA nodes and CPUs of a node, and what it gets there; scheduler specification sections 9.2, 10
 * and 11.1. Pods that only prefer a policy, and nodes with policy BestEffort, are tried as well: the reference finds out at
 * bind.
 */
@PureCore
public final class NumaPlanner {

    static final String POLICY_CONFLICT = "node(s) NUMA Topology policy not match";
    static final String INVALID_RATIO = "node(s) invalid CPU amplification ratio";
    static final String AMPLIFIED_CPU = "Insufficient amplified cpu";
    static final String NO_ZONES = "node(s) missing NUMA resources";

    private final NumaDemand demand;
    private final NumaNode node;
    private final NumaArgs args;
    private final CpuBinding binding;
    private final @Nullable Alongside alongside;

    private NumaPlanner(NumaDemand demand, NumaNode node, NumaArgs args, @Nullable Alongside alongside) {
        this.demand = demand;
        this.alongside = alongside;
        this.node = node;
        this.args = args;
        this.binding = CpuBinding.of(demand, node.facts(), node.topology());
    }

    /** What the pod would get on the node, or why it does not fit. */
    public static NumaPlacement place(NumaDemand demand, NumaNode node, NumaArgs args) {
        return new NumaPlanner(demand, node, args, null).place();
    }

    /** The same with the hints of other capabilities. */
    static NumaPlacement place(NumaDemand demand, NumaNode node, NumaArgs args, Alongside alongside) {
        return new NumaPlanner(demand, node, args, alongside).place();
    }

    /** The hints of each resource, whatever the policy makes of them. */
    public static List<ResourceHints> hints(NumaDemand demand, NumaNode node, NumaArgs args) {
        NumaPlanner planner = new NumaPlanner(demand, node, args, null);
        NumaPolicy policy = planner.effectivePolicy().orElse(NumaPolicy.NONE);
        NumaSearch search = NumaSearch.of(node.topology().zones().nodes(), policy);
        try {
            return NumaHints.of(planner.allocator(), node, policy, args, search, List.of());
        } catch (TooManyNumaNodesException usedUp) {
            return List.of();
        }
    }

    /** The placement under a policy by a search with its own limits. */
    static NumaPlacement aligned(
            NumaDemand demand, NumaNode node, Alongside alongside, NumaPolicy policy, NumaSearch search) {
        return new NumaPlanner(demand, node, NumaArgs.DEFAULT, alongside).aligned(policy, search);
    }

    /** Score from 0 to 100 of a node on which the pod gets this; scheduler specification section 14.2. */
    public static long score(NumaDemand demand, NumaNode node, NumaArgs args, NumaPlacement placement) {
        return new NumaPlanner(demand, node, args, null).score(placement);
    }

    /** The policy of pod and node, empty when they contradict each other. */
    public static Optional<NumaPolicy> effectivePolicy(NumaDemand demand, NumaNodeFacts facts, NumaTopology topology) {
        NumaPolicy ofNode = facts.policy(topology);
        NumaPolicy ofPod = demand.policy();
        if (ofPod == NumaPolicy.UNKNOWN) {
            return Optional.empty();
        }
        if (ofNode == NumaPolicy.NONE || ofPod == NumaPolicy.NONE || ofNode == ofPod) {
            return Optional.of(ofNode == NumaPolicy.NONE ? ofPod : ofNode);
        }
        return Optional.empty();
    }

    private Optional<NumaPolicy> effectivePolicy() {
        return effectivePolicy(demand, node.facts(), node.topology());
    }

    private NumaAllocator allocator() {
        return new NumaAllocator(demand, binding, node, args);
    }

    private NumaPlacement place() {
        Optional<NumaPolicy> policy = effectivePolicy();
        if (policy.isEmpty()) {
            return NumaPlacement.unresolvable(POLICY_CONFLICT);
        }
        if (binding.binds() && !demand.asksWholeCpus()) {
            return NumaPlacement.unresolvable(NumaDemands.NOT_INTEGER);
        }
        Optional<NumaPlacement> refusal = amplifiedCpuRefusal()
                .or(() -> binding.problem(demand, node.facts(), node.topology()).map(NumaPlacement::unresolvable));
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (policy.get() == NumaPolicy.NONE) {
            return binding.binds() ? allocator().allocate(null) : NumaPlacement.NOTHING;
        }
        return aligned(policy.get());
    }

    private NumaPlacement aligned(NumaPolicy policy) {
        return node.topology().zones().isEmpty()
                ? NumaPlacement.unresolvable(NO_ZONES)
                : aligned(policy, NumaSearch.of(node.topology().zones().nodes(), policy));
    }

    private NumaPlacement aligned(NumaPolicy policy, NumaSearch search) {
        try {
            return decided(policy, search);
        } catch (TooManyNumaNodesException usedUp) {
            return NumaPlacement.refused(FitCode.UNSCHEDULABLE, List.of(NumaSearch.TOO_MANY));
        }
    }

    private NumaPlacement decided(NumaPolicy policy, NumaSearch search) {
        NumaAllocator allocator = allocator();
        Map<Integer, NumaUsage.Status> status = new HashMap<>();
        search.all().ids().forEach(id -> status.put(id, node.usage().status(id)));
        List<ResourceHints> others = alongside == null ? List.of() : alongside.of(search);
        List<ResourceHints> hints = new ArrayList<>(NumaHints.of(allocator, node, policy, args, search, others));
        hints.addAll(others);
        HintMerge.Outcome merged = HintMerge.merge(policy, search, status, demand.isExclusive(), hints);
        if (!merged.admitted()) {
            return NumaPlacement.refused(FitCode.UNSCHEDULABLE, merged.reasons());
        }
        NumaSet best = merged.best().nodes();
        FitResult further = alongside == null ? FitResult.FITS : alongside.trial(best);
        return further.fits()
                ? allocator.allocate(best).with(best)
                : NumaPlacement.refused(further.code(), further.reasons());
    }

    private Optional<NumaPlacement> amplifiedCpuRefusal() {
        if (demand.milliCpu() == 0) {
            return Optional.empty();
        }
        if (node.facts().ratios().amplificationUnreadable()) {
            return Optional.of(NumaPlacement.unresolvable(INVALID_RATIO));
        }
        if (!node.facts().ratios().amplified()) {
            return Optional.empty();
        }
        if (node.known() && !node.topology().layout().isValid()) {
            return Optional.of(NumaPlacement.unresolvable(CpuBinding.INVALID_TOPOLOGY));
        }
        boolean fits = AmplifiedCpuFit.fits(
                new AmplifiedCpuFit.Question(
                        demand.milliCpu(),
                        binding.binds(),
                        node.allocatable().get(ResourceNames.CPU),
                        node.requested().get(ResourceNames.CPU),
                        node.usage().cpus().byCpu().size()),
                node.facts().ratios());
        return fits
                ? Optional.empty()
                : Optional.of(NumaPlacement.refused(FitCode.UNSCHEDULABLE, List.of(AMPLIFIED_CPU)));
    }

    private long score(NumaPlacement placement) {
        boolean unusable = (binding.binds() && !node.topology().layout().isValid())
                || (node.topology().ratios() == null && node.facts().ratios().amplificationUnreadable());
        if (unusable || !placement.verdict().fits()) {
            return 0;
        }
        // BestEffort holds whichever NUMA nodes it gets: the node as a whole is scored.
        return switch (effectivePolicy().orElse(NumaPolicy.NONE)) {
            case NONE, UNKNOWN ->
                NumaScore.score(
                        allocator().amplifiedRequest(),
                        nodeWide(node.cpuRatio()),
                        node.allocatable(),
                        args.scoringStrategy());
            case BEST_EFFORT -> alignedScore(allocator().allocate(null).holding());
            case RESTRICTED, SINGLE_NUMA_NODE -> alignedScore(placement.holding());
        };
    }

    private long alignedScore(@Nullable NumaHolding holding) {
        ResourceVector requested = node.requested();
        ResourceVector allocatable = node.allocatable();
        Map<String, Double> ratios = node.facts().ratios().amplification();
        if (holding != null && !holding.quantities().isEmpty()) {
            NumaSet nodes = holding.quantities().nodes();
            allocatable = node.topology().amplified(ratios).sum(nodes);
            requested = nodes.ids().stream()
                    .map(id -> node.usage().allocated(id, ratios))
                    .reduce(ResourceVector.EMPTY, ResourceVector::plus);
        }
        if (holding != null && !holding.cpus().isEmpty()) {
            long own = NumaTopology.amplify(ownMilliCpu(), node.cpuRatio());
            requested = requested.minus(cpu(requested.get(ResourceNames.CPU))).plus(cpu(own));
        }
        return NumaScore.score(allocator().amplifiedRequest(), requested, allocatable, args.scoringStrategy());
    }

    private ResourceVector nodeWide(double ratio) {
        if (demand.milliCpu() == 0 || ratio <= 1) {
            return node.requested();
        }
        long own = ownMilliCpu();
        return node.requested().plus(cpu(NumaTopology.amplify(own, ratio) - own));
    }

    private long ownMilliCpu() {
        return node.usage().cpus().byCpu().size() * 1000L;
    }

    private static ResourceVector cpu(long milli) {
        return ResourceVector.of(Map.of(ResourceNames.CPU, milli));
    }
}
