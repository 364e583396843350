package io.koordbridge.koordlet.report.families;

import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.ReclaimableMetric;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The forecast for production pods, as the last report has it. */
@PureCore
public final class ForecastSamples {

    private static final double MILLI = 1000;
    private static final List<String> PRIORITY = List.of("priority", PriorityClass.PROD.wireName());

    private ForecastSamples() {}

    /** Nothing before the first report. */
    public static List<Sample> of(Optional<NodeMetricStatus> report) {
        List<Sample> samples = new ArrayList<>();
        if (report.isPresent()) {
            ReclaimableMetric reclaimable = report.get().prodReclaimableMetric();
            boolean failed = reclaimable == null || reclaimable.resource() == null;
            samples.add(new Sample("koordlet_node_resource_priority_reclaimable_status", PRIORITY, failed ? 1 : 0));
            amounts("koordlet_node_priority_resource_reclaimable", PRIORITY, reclaimable, samples);
            amounts(
                    "koordlet_node_predicted_resource_reclaimable",
                    List.of("predictor", "minPredictor"),
                    reclaimable,
                    samples);
            amounts(
                    "koordlet_node_predicted_resource_peak",
                    List.of("predictor", "peakPredictor"),
                    report.get().prodPeakMetric(),
                    samples);
        }
        return samples;
    }

    private static void amounts(
            String family, List<String> who, @Nullable ReclaimableMetric forecast, List<Sample> samples) {
        if (forecast != null && forecast.resource() != null) {
            var resources = forecast.resource().resources();
            samples.add(new Sample(
                    family,
                    with(who, ResourceNames.CPU, "core"),
                    Quantities.milli(resources, ResourceNames.CPU) / MILLI));
            samples.add(new Sample(
                    family,
                    with(who, ResourceNames.MEMORY, "byte"),
                    Quantities.value(resources, ResourceNames.MEMORY)));
        }
    }

    private static List<String> with(List<String> who, String resource, String unit) {
        List<String> labels = new ArrayList<>(who);
        labels.addAll(List.of("resource", resource, "unit", unit));
        return labels;
    }
}
