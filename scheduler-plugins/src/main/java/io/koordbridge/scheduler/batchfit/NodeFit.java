package io.koordbridge.scheduler.batchfit;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.normalization.AmplifiedCpuFit;
import io.koordbridge.scheduler.resource.ResourceVector;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitVerdict;
import io.koordbridge.scheduler.view.NodeView;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The extender's own check of a node: batch and mid resources, whatever the node's reservation touches, and cpu on amplified
 * nodes. All other resources are the business of the stock scheduler, which may know more about them.
 */
@PureCore
public final class NodeFit {

    static final String INVALID_RATIO = "node(s) invalid CPU amplification ratio";
    static final String AMPLIFIED_CPU = "Insufficient amplified cpu";

    private static final List<String> ALWAYS = List.of(
            ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY, ResourceNames.MID_CPU, ResourceNames.MID_MEMORY);

    private NodeFit() {}

    /** Whether the request fits beside what the node holds. */
    public static FitVerdict check(ResourceVector request, NodeView node) {
        boolean asksCpu = request.get(ResourceNames.CPU) > 0;
        if (asksCpu && node.facts().ratios().amplificationUnreadable()) {
            return new FitVerdict(FitCode.UNRESOLVABLE, List.of(INVALID_RATIO));
        }
        Set<String> reasons = new TreeSet<>();
        boolean unresolvable = false;
        for (ResourceFit.Shortage shortage :
                ResourceFit.shortages(request, node.allocatable(), node.requested(), checked(node))) {
            reasons.add(reason(shortage, node));
            unresolvable |= shortage.unresolvable();
        }
        if (asksCpu && !amplifiedCpuFits(request, node)) {
            reasons.add(AMPLIFIED_CPU);
        }
        if (reasons.isEmpty()) {
            return FitVerdict.FITS;
        }
        return new FitVerdict(unresolvable ? FitCode.UNRESOLVABLE : FitCode.UNSCHEDULABLE, List.copyOf(reasons));
    }

    private static Set<String> checked(NodeView node) {
        Set<String> names = new TreeSet<>(ALWAYS);
        names.addAll(node.facts().reserved().names());
        return names;
    }

    private static String reason(ResourceFit.Shortage shortage, NodeView node) {
        long reserved = node.facts().reserved().get(shortage.resource());
        boolean wouldFit = shortage.request() <= shortage.allocatable() + reserved - shortage.requested();
        return wouldFit ? shortage.reason() + " beside the node's reservation" : shortage.reason();
    }

    private static boolean amplifiedCpuFits(ResourceVector request, NodeView node) {
        return AmplifiedCpuFit.fits(
                new AmplifiedCpuFit.Question(
                        request.get(ResourceNames.CPU),
                        false,
                        node.allocatable().get(ResourceNames.CPU),
                        node.requested().get(ResourceNames.CPU),
                        node.exclusiveCpus().size()),
                node.facts().ratios());
    }
}
