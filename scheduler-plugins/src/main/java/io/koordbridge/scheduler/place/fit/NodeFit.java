package io.koordbridge.scheduler.place.fit;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Fit of batch and mid resources, and of whatever the node's reservation touches. All other resources are the business of the stock scheduler, which may know more about them.
 */
@PureCore
public final class NodeFit {

    private static final List<String> ALWAYS = List.of(
            ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY, ResourceNames.MID_CPU, ResourceNames.MID_MEMORY);

    private NodeFit() {}

    /** Whether the request fits beside what the node holds. */
    public static FitResult check(ResourceVector request, NodeView node) {
        Set<String> reasons = new TreeSet<>();
        boolean unresolvable = false;
        for (ResourceFit.Shortage shortage :
                ResourceFit.shortages(request, node.allocatable(), node.requested(), checked(node))) {
            reasons.add(reason(shortage, node));
            unresolvable |= shortage.unresolvable();
        }
        if (reasons.isEmpty()) {
            return FitResult.FITS;
        }
        return new FitResult(unresolvable ? FitCode.UNRESOLVABLE : FitCode.UNSCHEDULABLE, List.copyOf(reasons));
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
}
