package io.koordbridge.scheduler.place.load;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether a node uses too little to be refused; scheduler specification section 18.4. */
@PureCore
final class LoadFilter {

    static final String EXPIRED = "node(s) nodeMetric expired";

    private LoadFilter() {}

    /**
     * What a pod is checked against on a node.
     *
     * @param percents thresholds by resource
     * @param used what the node uses, the pod included
     * @param capacity what the node has
     * @param words between the resource and "usage" in a reason
     */
    record Check(Map<String, Long> percents, ResourceVector used, ResourceVector capacity, String words) {

        /** Share of the capacity in percent. */
        long percent(String resource) {
            return Rounding.halfUp((double) used.get(resource) / capacity.get(resource) * 100);
        }
    }

    static FitResult verdict(PodShape pod, NodeView node, LoadRules rules) {
        if (pod.traits().daemonSet()) {
            return FitResult.FITS;
        }
        Profile profile = profile(pod, node, rules);
        if (profile == null || profile.percents().values().stream().allMatch(percent -> percent == 0)) {
            return FitResult.FITS;
        }
        NodeLoad load = NodeLoad.of(node, rules);
        if (load == null) {
            return FitResult.FITS;
        }
        if (load.report().expired() && rules.expired() != LoadRules.Expired.COUNTS) {
            return rules.expired() == LoadRules.Expired.REFUSES ? refused(EXPIRED) : FitResult.FITS;
        }
        if (load.report().node() == null) {
            return FitResult.FITS;
        }
        return within(check(profile, pod, node, load, rules), rules);
    }

    private static FitResult within(Check check, LoadRules rules) {
        for (String resource : rules.resources()) {
            long threshold = check.percents().getOrDefault(resource, 0L);
            if (threshold != 0 && check.capacity().get(resource) != 0 && check.percent(resource) > threshold) {
                return refused("node(s) " + resource + " " + check.words() + "usage exceed threshold");
            }
        }
        return FitResult.FITS;
    }

    /** The check of a pod on a node with a usable report, null where nothing is checked. */
    static @Nullable Check check(PodShape pod, NodeView node, LoadRules rules) {
        Profile profile = profile(pod, node, rules);
        NodeLoad load = NodeLoad.of(node, rules);
        return profile == null
                        || load == null
                        || load.report().node() == null
                        || pod.traits().daemonSet()
                ? null
                : check(profile, pod, node, load, rules);
    }

    private static Check check(Profile profile, PodShape pod, NodeView node, NodeLoad load, LoadRules rules) {
        ResourceVector usage = profile.prod() ? load.ofProd() : load.ofNode(profile.aggregation());
        return new Check(
                profile.percents(),
                usage.plus(PodEstimator.estimate(pod, rules.estimate())),
                limits(node).capacity(node.allocatable()),
                profile.aggregation() == null ? "" : "aggregated ");
    }

    /**
     * Which thresholds hold for a pod on a node.
     *
     * @param prod whether prod usage is compared
     * @param aggregation percentile that is compared, null for the usage now
     */
    private record Profile(Map<String, Long> percents, boolean prod, UsageReport.@Nullable Aggregation aggregation) {}

    private static @Nullable Profile profile(PodShape pod, NodeView node, LoadRules rules) {
        Thresholds thresholds = Thresholds.of(rules.thresholds(), limits(node));
        if (thresholds.forProd(pod.traits().priorityClass())) {
            return new Profile(thresholds.prod(), true, null);
        }
        Thresholds.OfAggregation aggregated = thresholds.aggregated();
        return aggregated == null
                ? new Profile(thresholds.usage(), false, null)
                : new Profile(aggregated.percents(), false, aggregated.of());
    }

    static LoadLimits limits(NodeView node) {
        return Objects.requireNonNullElse(node.objects().find(LoadLimits.class), LoadLimits.NONE);
    }

    /** Resources that a check compares, sorted. */
    static List<String> compared(Check check) {
        return new TreeSet<>(check.percents().keySet())
                .stream()
                        .filter(resource -> check.percents().getOrDefault(resource, 0L) != 0
                                && check.capacity().get(resource) != 0)
                        .toList();
    }

    private static FitResult refused(String reason) {
        return new FitResult(FitCode.UNSCHEDULABLE, List.of(reason));
    }
}
