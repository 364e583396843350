package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.batchresource.HeldResources;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.steadypods.CalculationBasis;
import io.koordbridge.capacity.steadypods.Steadied;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Runs the stages of a node in their order. */
@PureCore
final class NodeStages {

    private NodeStages() {}

    /** Calculates every stage, or resets them where colocation is off on the node. */
    static NodeTerms run(NodeInputs inputs, List<ResourceStage<?>> stages) {
        return inputs.strategy().nodeEnabled()
                ? calculated(inputs, stages, NodeStages::calculated)
                : reset(inputs, stages);
    }

    /** Calculates nothing: what is planned follows from that fact. */
    static NodeTerms withoutCalculation(NodeInputs inputs, List<ResourceStage<?>> stages) {
        return inputs.strategy().nodeEnabled()
                ? calculated(inputs, stages, NodeStages::notCalculated)
                : reset(inputs, stages);
    }

    private static NodeTerms calculated(
            NodeInputs inputs,
            List<ResourceStage<?>> stages,
            BiFunction<ResourceStage<?>, StageFacts, StageOutcome<?>> calculation) {
        Attempt<CalculationBasis> basis = Attempt.of(() -> basis(inputs));
        List<StageOutcome<?>> outcomes = new ArrayList<>();
        for (ResourceStage<?> stage : stages) {
            outcomes.add(calculation.apply(stage, new StageFacts(inputs, basis, outcomes)));
        }
        CalculationBasis reached = basis.value();
        Steadied steadied = reached == null ? Steadied.NOT : reached.steadied();
        return terms(inputs, steadied, outcomes);
    }

    private static NodeTerms reset(NodeInputs inputs, List<ResourceStage<?>> stages) {
        Attempt<CalculationBasis> basis = Attempt.of(() -> {
            throw new IllegalStateException("colocation is off");
        });
        List<StageOutcome<?>> outcomes = new ArrayList<>();
        for (ResourceStage<?> stage : stages) {
            outcomes.add(reset(stage, new StageFacts(inputs, basis, outcomes)));
        }
        return terms(inputs, Steadied.NOT, outcomes);
    }

    private static NodeTerms terms(NodeInputs inputs, Steadied steadied, List<StageOutcome<?>> outcomes) {
        return new NodeTerms(
                inputs.name(),
                inputs.now(),
                inputs.strategy(),
                outcomes,
                steadied,
                inputs.thirdParties(),
                inputs.report() == null ? null : inputs.report().seenAt(),
                new PassMemory(inputs.before().passes().since(), memories(outcomes), steadied.after()),
                HeldResources.of(inputs.pods()),
                inputs.protection());
    }

    private static <R> StageOutcome<R> calculated(ResourceStage<R> stage, StageFacts facts) {
        return outcome(stage, facts, Attempt.of(() -> StageOutcome.of(stage, stage.calculate(facts), facts)));
    }

    private static <R> StageOutcome<R> notCalculated(ResourceStage<R> stage, StageFacts facts) {
        return outcome(stage, facts, Attempt.of(() -> {
            throw new IllegalStateException("not calculated: the pass as a whole threw");
        }));
    }

    private static <R> StageOutcome<R> outcome(
            ResourceStage<R> stage, StageFacts facts, Attempt<StageOutcome<R>> attempt) {
        return attempt.orElse(defect -> StageOutcome.threw(stage, stage.failed(facts, defect), facts, defect));
    }

    private static <R> StageOutcome<R> reset(ResourceStage<R> stage, StageFacts facts) {
        return StageOutcome.of(stage, stage.reset(facts), facts);
    }

    private static Map<String, StageMemory> memories(List<StageOutcome<?>> outcomes) {
        Map<String, StageMemory> memories = new HashMap<>();
        for (StageOutcome<?> outcome : outcomes) {
            StageMemory memory = outcome.outlook().memory();
            if (memory != null) {
                memories.put(outcome.name(), memory);
            }
        }
        return memories;
    }

    private static CalculationBasis basis(NodeInputs inputs) {
        return CalculationBasis.of(
                NodeSnapshots.of(
                        inputs.node(),
                        inputs.before().reserved(),
                        inputs.pods(),
                        inputs.report() == null ? null : inputs.report().usage()),
                inputs.strategy().strategy(),
                inputs.strategy().damping(),
                inputs.before().passes().pods(),
                inputs.now());
    }
}
