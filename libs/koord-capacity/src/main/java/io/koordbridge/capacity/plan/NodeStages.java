package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.damping.CalculationBasis;
import io.koordbridge.capacity.damping.Steadied;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
        return terms(inputs, steadied, outcomes, calculatedFrom(inputs.before().calculatedFrom(), outcomes));
    }

    private static NodeTerms reset(NodeInputs inputs, List<ResourceStage<?>> stages) {
        Attempt<CalculationBasis> basis = Attempt.of(() -> {
            throw new IllegalStateException("colocation is off");
        });
        List<StageOutcome<?>> outcomes = new ArrayList<>();
        for (ResourceStage<?> stage : stages) {
            outcomes.add(reset(stage, new StageFacts(inputs, basis, outcomes)));
        }
        return terms(inputs, Steadied.NOT, outcomes, CalculatedFrom.at(inputs.now()));
    }

    private static NodeTerms terms(
            NodeInputs inputs, Steadied steadied, List<StageOutcome<?>> outcomes, CalculatedFrom calculatedFrom) {
        return new NodeTerms(
                inputs.name(),
                inputs.now(),
                inputs.strategy(),
                outcomes,
                steadied,
                inputs.thirdParties(),
                inputs.report() == null ? null : inputs.report().seenAt(),
                calculatedFrom,
                HeldResources.of(inputs.pods()),
                inputs.protection());
    }

    private static <R> StageOutcome<R> calculated(ResourceStage<R> stage, StageFacts facts) {
        return outcome(stage, facts, Attempt.of(() -> StageOutcome.of(stage, stage.calculate(facts))));
    }

    private static <R> StageOutcome<R> notCalculated(ResourceStage<R> stage, StageFacts facts) {
        return outcome(stage, facts, Attempt.of(() -> {
            throw new IllegalStateException("not calculated: the pass as a whole threw");
        }));
    }

    private static <R> StageOutcome<R> outcome(
            ResourceStage<R> stage, StageFacts facts, Attempt<StageOutcome<R>> attempt) {
        return attempt.orElse(defect -> StageOutcome.threw(stage, stage.failed(facts, defect), defect));
    }

    private static <R> StageOutcome<R> reset(ResourceStage<R> stage, StageFacts facts) {
        return StageOutcome.of(stage, stage.reset(facts));
    }

    /** What was calculated now is as old as the report; the rest as it was. */
    private static CalculatedFrom calculatedFrom(CalculatedFrom old, List<StageOutcome<?>> outcomes) {
        var batch = StageOutcome.result(outcomes, StageNames.BATCH_RESOURCE, BatchCapacity.class);
        Instant mid = StageOutcome.result(outcomes, StageNames.MID_RESOURCE, MidCapacity.class)
                .map(MidCapacity::from)
                .orElse(old.mid());
        return new CalculatedFrom(
                batch.map(BatchCapacity::from).orElse(old.batch()),
                mid,
                batch.map(BatchCapacity::zonesFrom).orElse(old.zones()));
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
                inputs.before().damping().pods(),
                inputs.now());
    }
}
