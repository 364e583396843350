package io.koordbridge.scheduler.place.load;

import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.load.UsageReport.Aggregation;
import io.koordbridge.scheduler.place.load.UsageReport.OfPod;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodTimes;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a node uses, with what its pods are expected to use that no report shows yet; scheduler specification section 18.3. It is
 * made of report and pods at one moment: the order of their events does not matter.
 *
 * @param report the last report
 * @param prodUsage what prod pods are reported to use
 * @param nodeDelta what pods are expected to use beyond what is reported of the node
 * @param prodDelta the same of prod pods
 * @param expected what all pods are expected to use
 */
@PureCore
public record NodeLoad(
        UsageReport report,
        ResourceVector prodUsage,
        ResourceVector nodeDelta,
        ResourceVector prodDelta,
        ResourceVector expected) {

    /** A sum over pods. */
    private static final class Sums {
        private ResourceVector prodUsage;
        private ResourceVector nodeDelta = ResourceVector.EMPTY;
        private ResourceVector prodDelta = ResourceVector.EMPTY;
        private ResourceVector expected = ResourceVector.EMPTY;

        Sums(ResourceVector prodUsage) {
            this.prodUsage = prodUsage;
        }
    }

    /** The load of a node, null without a report. */
    static @Nullable NodeLoad of(NodeView node, LoadRules rules) {
        UsageReport report = node.objects().find(UsageReport.class);
        return report == null
                ? null
                : node.answers()
                        .derived(NodeLoad.class, () -> of(report, node.placed().all(), rules));
    }

    /** The load of a node with a report and these pods. */
    static NodeLoad of(UsageReport report, Stream<PodFacts> pods, LoadRules rules) {
        Sums sums = new Sums(rules.prodUsageIncludesSystem() ? report.system() : ResourceVector.EMPTY);
        pods.forEach(pod -> add(sums, report, pod, rules.estimate()));
        return new NodeLoad(report, sums.prodUsage, sums.nodeDelta, sums.prodDelta, sums.expected);
    }

    private static void add(Sums sums, UsageReport report, PodFacts pod, EstimateRules rules) {
        OfPod reported = report.pods().get(pod.key());
        boolean prod = pod.traits().priorityClass() == PriorityClass.PROD;
        ResourceVector used = reported == null ? ResourceVector.EMPTY : reported.usage();
        boolean reportedAsProd = reported != null && prod && reported.prod();
        if (reportedAsProd) {
            sums.prodUsage = sums.prodUsage.plus(used);
        }
        ResourceVector estimate = PodEstimator.estimate(pod.shape(), rules);
        if (estimate.isZero()) {
            return;
        }
        boolean unseen = reported == null || isUnseen(report, pod, rules);
        if (unseen) {
            sums.nodeDelta = sums.nodeDelta.plus(estimate.minusClipped(used));
        }
        sums.expected = sums.expected.plus(estimate);
        if (prod && !reportedAsProd) {
            sums.prodDelta = sums.prodDelta.plus(estimate);
        } else if (prod && unseen) {
            sums.prodDelta = sums.prodDelta.plus(estimate.minusClipped(used));
        }
    }

    /** Whether the report shows too little of the pod's time to stand for it. */
    private static boolean isUnseen(UsageReport report, PodFacts pod, EstimateRules rules) {
        long scheduled = pod.times().scheduled();
        if (scheduled == PodTimes.UNKNOWN || report.updatedMillis() == PodTimes.UNKNOWN) {
            return true;
        }
        return report.updatedMillis() - report.intervalMillis() < scheduled
                || PodEstimator.deadline(pod, rules) > report.updatedMillis();
    }

    /** What prod pods use. */
    ResourceVector ofProd() {
        return prodUsage.plus(prodDelta);
    }

    /** What the node uses, by its report or by a percentile of it. */
    ResourceVector ofNode(@Nullable Aggregation percentile) {
        ResourceVector usage = percentile == null ? report.node() : aggregated(percentile);
        return usage == null ? expected : usage.plus(nodeDelta);
    }

    private @Nullable ResourceVector aggregated(Aggregation percentile) {
        ResourceVector usage = report.aggregated().get(percentile);
        return usage == null && percentile.windowSeconds() == 0 ? report.node() : usage;
    }
}
