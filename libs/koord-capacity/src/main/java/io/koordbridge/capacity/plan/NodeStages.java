package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NormalizationRatios;
import io.koordbridge.capacity.batchresource.ReportCheck;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.cpunormalization.NormalizationOutcome;
import io.koordbridge.capacity.damping.CalculationBasis;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.Prevailing;
import io.koordbridge.capacity.deviceresource.DeviceOutcome;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.resourceamplification.AmplificationOutcome;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the stages of a pass, one after the other. A stage that cannot calculate does not keep the others from it; of one that
 * throws, what is published stays.
 */
@PureCore
final class NodeStages {

    private NodeStages() {}

    static NodeTerms run(NodeInputs inputs, StageRules rules) {
        return inputs.strategy().nodeEnabled() ? calculate(inputs, rules) : reset(inputs);
    }

    /** What each stage came to or threw. */
    private record Attempts(
            Attempt<CalculationBasis> basis,
            Attempt<NormalizationOutcome> normalization,
            Attempt<AmplificationOutcome> amplification,
            Attempt<Damped<MidAllotment>> mid,
            Attempt<Damped<BatchAllotment>> batch,
            Attempt<DeviceOutcome> gpus,
            Attempt<DeviceOutcome> rdma,
            Attempt<List<Damped<ZoneAllotment>>> zones) {

        static Attempts of(NodeInputs inputs, StageRules rules) {
            Attempt<CalculationBasis> basis = Attempt.of(() -> NodeStages.basis(inputs));
            Attempt<Damped<BatchAllotment>> batch =
                    basis.then(on -> rules.batch().apply(inputs, on));
            return new Attempts(
                    basis,
                    Attempt.of(() -> rules.normalization().apply(inputs)),
                    Attempt.of(() -> rules.amplification().apply(inputs)),
                    basis.then(on -> rules.mid().apply(inputs, on)),
                    batch,
                    Attempt.of(() -> rules.gpus().apply(inputs)),
                    Attempt.of(() -> rules.rdma().apply(inputs)),
                    basis.then(on -> NodeStages.zones(inputs, rules, on, batch.value())));
        }

        List<StageOutcome> outcomes(NodePreparation offeredMid, NodePreparation offeredBatch) {
            return List.of(
                    outcome(
                            Stage.CPU_NORMALIZATION,
                            normalization,
                            NormalizationOutcome::preparation,
                            NodeStages::problem),
                    outcome(Stage.RESOURCE_AMPLIFICATION, amplification, NodeStages::preparation, NodeStages::problem),
                    outcome(Stage.MID_RESOURCE, mid, done -> done.allotment().preparation(), NodeStages::midProblem)
                            .wanting(offeredMid),
                    outcome(Stage.BATCH_RESOURCE, batch, done -> NodePreparation.NOTHING, done -> Optional.empty())
                            .wanting(offeredBatch),
                    outcome(Stage.GPU_DEVICE_RESOURCE, gpus, DeviceOutcome::preparation, NodeStages::problem),
                    outcome(Stage.RDMA_DEVICE_RESOURCE, rdma, DeviceOutcome::preparation, NodeStages::problem));
        }

        /** What was calculated now is as old as the report; the rest as it was. */
        CalculatedFrom calculatedFrom(Instant reportedAt, CalculatedFrom old) {
            return new CalculatedFrom(
                    batch.orKept(reportedAt, old.batch()),
                    mid.orKept(reportedAt, old.mid()),
                    zones.orKept(batch.orKept(reportedAt, old.zones()), old.zones()));
        }
    }

    private static NodeTerms calculate(NodeInputs inputs, StageRules rules) {
        Attempts done = Attempts.of(inputs, rules);
        Damped<BatchAllotment> offered = done.batch().orElse(defect -> keptBatch(inputs));
        Damped<MidAllotment> offeredMid = done.mid().orElse(defect -> keptMid(inputs));
        double ratio = ratio(inputs, done.normalization());
        BatchSplit split = BatchSplitPlanner.split(offered.allotment(), ratio, inputs.thirdParties());
        NodePreparation offeredBatch =
                offered.allotment().isKept() ? NodePreparation.NOTHING : BatchPublication.resources(split);
        return new NodeTerms(
                inputs.name(),
                inputs.now(),
                inputs.strategy(),
                done.outcomes(offeredMid.allotment().preparation(), offeredBatch),
                done.normalization().value(),
                done.amplification().value(),
                prevailing(inputs, done.basis()),
                offeredMid,
                offered,
                ratio,
                split,
                done.zones().orElse(defect -> List.of()),
                done.zones().defect(),
                done.gpus().value(),
                done.rdma().value(),
                seenAt(inputs),
                done.calculatedFrom(reportedAt(inputs), inputs.calculatedFrom()),
                HeldResources.of(inputs.pods()));
    }

    /** Without batch capacity of the node there is none of its zones. */
    private static List<Damped<ZoneAllotment>> zones(
            NodeInputs inputs, StageRules rules, CalculationBasis basis, @Nullable Damped<BatchAllotment> batch) {
        return batch == null ? List.of() : rules.zones().calculate(inputs, basis, batch);
    }

    private static CalculationBasis basis(NodeInputs inputs) {
        return CalculationBasis.of(
                NodeSnapshots.of(inputs.node(), inputs.pods(), usage(inputs)),
                inputs.strategy().strategy(),
                inputs.strategy().damping(),
                inputs.damping().pods(),
                inputs.now());
    }

    private static Prevailing prevailing(NodeInputs inputs, Attempt<CalculationBasis> basis) {
        CalculationBasis reached = basis.value();
        return reached == null ? Prevailing.undamped(inputs.strategy().strategy()) : reached.prevailing();
    }

    /** Colocation is off: mid and batch go, amplification goes, everything else stays as it is. */
    private static NodeTerms reset(NodeInputs inputs) {
        Instant usageAt = usageAt(inputs);
        MidAllotment mid = MidAllotment.reset(Reason.COLOCATION_DISABLED, usageAt);
        BatchAllotment batch = BatchAllotment.reset(Reason.COLOCATION_DISABLED, usageAt);
        BatchSplit split = BatchSplitPlanner.split(batch, 1, inputs.thirdParties());
        AmplificationOutcome amplification = AmplificationOutcome.COLOCATION_DISABLED;
        List<StageOutcome> stages = List.of(
                StageOutcome.of(Stage.CPU_NORMALIZATION, NodePreparation.NOTHING),
                StageOutcome.of(Stage.RESOURCE_AMPLIFICATION, amplification.preparation()),
                StageOutcome.of(Stage.MID_RESOURCE, mid.preparation()),
                StageOutcome.of(Stage.BATCH_RESOURCE, BatchPublication.resources(split)),
                StageOutcome.of(Stage.GPU_DEVICE_RESOURCE, NodePreparation.NOTHING),
                StageOutcome.of(Stage.RDMA_DEVICE_RESOURCE, NodePreparation.NOTHING));
        return new NodeTerms(
                inputs.name(),
                inputs.now(),
                inputs.strategy(),
                stages,
                null,
                amplification,
                Prevailing.undamped(inputs.strategy().strategy()),
                Damped.undamped(mid),
                Damped.undamped(batch),
                1,
                split,
                List.of(),
                null,
                null,
                null,
                seenAt(inputs),
                CalculatedFrom.at(inputs.now()),
                HeldResources.of(inputs.pods()));
    }

    private static <T> StageOutcome outcome(
            Stage stage,
            Attempt<T> attempt,
            Function<T, NodePreparation> preparation,
            Function<T, Optional<String>> problem) {
        return attempt.then(reached -> StageOutcome.of(
                        stage,
                        preparation.apply(reached),
                        problem.apply(reached).orElse(null)))
                .orElse(defect -> StageOutcome.threw(stage, defect));
    }

    private static Damped<BatchAllotment> keptBatch(NodeInputs inputs) {
        Reason reason = keptBecause(inputs, inputs.calculatedFrom().batch());
        BatchAllotment kept = BatchAllotment.reset(reason, usageAt(inputs));
        return kept.isKept() ? new Damped<>(kept, null, inputs.damping().batch()) : Damped.undamped(kept);
    }

    private static Damped<MidAllotment> keptMid(NodeInputs inputs) {
        Reason reason = keptBecause(inputs, inputs.calculatedFrom().mid());
        MidAllotment kept = MidAllotment.reset(reason, usageAt(inputs));
        return kept.isKept() ? new Damped<>(kept, null, inputs.damping().mid()) : Damped.undamped(kept);
    }

    /**
     * In place of a calculation that threw, what is published stays, but never longer than the reports are good for: the last one,
     * and the one that it was calculated from.
     */
    private static Reason keptBecause(NodeInputs inputs, Instant calculatedFrom) {
        ColocationStrategy strategy = inputs.strategy().strategy();
        return ReportCheck.degraded(usage(inputs), strategy, inputs.now())
                .orElse(
                        ReportCheck.tooOld(calculatedFrom, strategy, inputs.now())
                                ? Reason.CALCULATION_STALE
                                : Reason.STAGE_FAILED);
    }

    /** The time of the report, which may be ahead of ours. */
    private static Instant reportedAt(NodeInputs inputs) {
        Instant reported = usageAt(inputs);
        return reported == null || reported.isAfter(inputs.now()) ? inputs.now() : reported;
    }

    /**
     * Without a ratio of its own a pass scales nothing, although the node's annotation stays: a ratio that nobody vouches for
     * makes no capacity. Only where the stage threw, the annotation stays with what it means for the CPU.
     */
    private static double ratio(NodeInputs inputs, Attempt<NormalizationOutcome> normalization) {
        NormalizationOutcome outcome = normalization.value();
        return NormalizationRatios.parse(
                outcome == null
                        ? inputs.annotations().get(Annotations.NODE_CPU_NORMALIZATION_RATIO)
                        : outcome.ratioText().orElse(null));
    }

    /** Without a good text since the start a node shows what an earlier process made of one. */
    private static NodePreparation preparation(AmplificationOutcome outcome) {
        return outcome.reason() == AmplificationOutcome.Reason.CONFIG_UNAVAILABLE
                ? NodePreparation.NOTHING
                : outcome.preparation();
    }

    private static Optional<String> problem(NormalizationOutcome outcome) {
        return outcome.failed() ? Optional.of(outcome.reason() + " " + outcome.detail()) : Optional.empty();
    }

    private static Optional<String> problem(AmplificationOutcome outcome) {
        return outcome.failed() ? Optional.of(outcome.reason() + " " + outcome.detail()) : Optional.empty();
    }

    private static Optional<String> midProblem(Damped<MidAllotment> mid) {
        return mid.allotment().failed() ? Optional.of(mid.allotment().reason().name()) : Optional.empty();
    }

    private static Optional<String> problem(DeviceOutcome outcome) {
        return outcome.problems().isEmpty() ? Optional.empty() : Optional.of(String.join("; ", outcome.problems()));
    }

    private static @Nullable NodeUsage usage(NodeInputs inputs) {
        return inputs.report() == null ? null : inputs.report().usage();
    }

    private static @Nullable Instant usageAt(NodeInputs inputs) {
        NodeUsage usage = usage(inputs);
        return usage == null ? null : usage.updateTime();
    }

    private static @Nullable Instant seenAt(NodeInputs inputs) {
        return inputs.report() == null ? null : inputs.report().seenAt();
    }
}
