package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.TopologyZones;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZoneCapacity;
import io.koordbridge.capacity.cpunormalization.CpuNormalization;
import io.koordbridge.capacity.cpunormalization.NormalizationOutcome;
import io.koordbridge.capacity.damping.CalculationBasis;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedCalculation;
import io.koordbridge.capacity.deviceresource.DeviceOutcome;
import io.koordbridge.capacity.deviceresource.DeviceResources;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.resourceamplification.AmplificationOutcome;
import io.koordbridge.capacity.resourceamplification.ResourceAmplification;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** How each stage of a pass calculates. */
@PureCore
record StageRules(
        Function<NodeInputs, NormalizationOutcome> normalization,
        Function<NodeInputs, AmplificationOutcome> amplification,
        BiFunction<NodeInputs, CalculationBasis, Damped<MidAllotment>> mid,
        BiFunction<NodeInputs, CalculationBasis, Damped<BatchAllotment>> batch,
        ZoneRule zones,
        Function<NodeInputs, DeviceOutcome> gpus,
        Function<NodeInputs, DeviceOutcome> rdma) {

    /** Batch capacity of each zone, together with that of the node. */
    interface ZoneRule {
        List<Damped<ZoneAllotment>> calculate(NodeInputs inputs, CalculationBasis basis, Damped<BatchAllotment> batch);
    }

    /** The calculators of the capabilities. */
    static final StageRules CALCULATORS = new StageRules(
            inputs -> CpuNormalization.calculate(
                    inputs.settings().normalization(), inputs.labels(), inputs.topologyAnnotations()),
            inputs -> ResourceAmplification.calculate(
                    inputs.settings().amplification(), inputs.labels(), inputs.annotations()),
            StageRules::mid,
            StageRules::batch,
            StageRules::zones,
            inputs -> DeviceResources.gpu(inputs.device(), inputs.settings().showsSharedGpus()),
            inputs -> DeviceResources.rdma(inputs.device()));

    /** Nothing is calculated: what is planned follows from that alone. */
    static final StageRules NOTHING = new StageRules(
            inputs -> {
                throw notCalculated();
            },
            inputs -> {
                throw notCalculated();
            },
            (inputs, basis) -> {
                throw notCalculated();
            },
            (inputs, basis) -> {
                throw notCalculated();
            },
            (inputs, basis, batch) -> {
                throw notCalculated();
            },
            inputs -> {
                throw notCalculated();
            },
            inputs -> {
                throw notCalculated();
            });

    private static IllegalStateException notCalculated() {
        return new IllegalStateException("not calculated: the pass as a whole threw");
    }

    private static Damped<BatchAllotment> batch(NodeInputs inputs, CalculationBasis basis) {
        return DampedCalculation.batch(basis, inputs.damping().batch(), ShownCapacities.batch(inputs));
    }

    private static Damped<MidAllotment> mid(NodeInputs inputs, CalculationBasis basis) {
        return DampedCalculation.mid(basis, inputs.damping().mid(), ShownCapacities.mid(inputs));
    }

    private static List<Damped<ZoneAllotment>> zones(
            NodeInputs inputs, CalculationBasis basis, Damped<BatchAllotment> batch) {
        List<ZoneCapacity> capacities = TopologyZones.capacities(inputs.zones());
        return capacities.isEmpty()
                ? List.of()
                : DampedCalculation.zones(
                        basis, capacities, batch, inputs.damping().zones(), ShownCapacities.zones(inputs));
    }
}
