package io.koordbridge.scheduler.place.fit;

import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Fit of batch and mid resources, of whatever the node's reservation touches, and of everything that the node offers where room is kept
 * for pods that kube-scheduler does not count there. All other resources are the business of the stock scheduler, which may know more
 * about them, until the moment of binding.
 */
@PureCore
public final class NodeFit {

    private static final Set<String> ALWAYS = Set.of(
            ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY, ResourceNames.MID_CPU, ResourceNames.MID_MEMORY);
    /** The words of kube-scheduler. */
    private static final String NO_PLACE = "Too many pods";

    private static final String NO_PORT = "node(s) didn't have free ports for the requested pod ports";
    private static final String KEPT = " beside room that is kept for other pods";

    private NodeFit() {}

    /** Whether the request fits beside the pods of the node and beside the room that is kept there. */
    public static FitResult check(ResourceVector request, NodeView node) {
        Set<String> reasons = new TreeSet<>();
        boolean unresolvable = false;
        for (ResourceFit.Shortage shortage :
                ResourceFit.shortages(request, node.allocatable(), node.requested(), checked(node))) {
            reasons.add(reason(shortage, node));
            unresolvable |= shortage.unresolvable();
        }
        long places = node.facts().allowedPods();
        if (keepsRoom(node) && places <= node.placed().size()) {
            reasons.add(places > node.placed().bound().size() ? NO_PLACE + KEPT : NO_PLACE);
        }
        if (reasons.isEmpty()) {
            return FitResult.FITS;
        }
        return new FitResult(unresolvable ? FitCode.UNRESOLVABLE : FitCode.UNSCHEDULABLE, List.copyOf(reasons));
    }

    /**
     * What keeps a pod off a node at the moment of binding: everything that the node offers, places for pods and host ports. Another
     * scheduler may have filled the node since kube-scheduler looked. A resource that the node does not publish is left to
     * kube-scheduler: a claim may provide it.
     */
    public static FitResult last(PodFacts pod, NodeView node) {
        ResourceVector offered = pod.request().masked(node.facts().published());
        Set<String> shortages = NodeCheck.shortages(offered, pod.constraints(), node.room());
        return shortages.isEmpty()
                ? FitResult.FITS
                : new FitResult(
                        FitCode.UNSCHEDULABLE,
                        shortages.stream().map(NodeFit::words).collect(Collectors.toList()));
    }

    private static String words(String shortage) {
        return switch (shortage) {
            case NodeCheck.PODS -> NO_PLACE;
            case NodeCheck.PORTS -> NO_PORT;
            default -> "Insufficient " + shortage;
        };
    }

    private static boolean keepsRoom(NodeView node) {
        return !node.placed().assumed().isEmpty();
    }

    private static Set<String> checked(NodeView node) {
        Set<String> names = new TreeSet<>(ALWAYS);
        names.addAll(node.facts().reserved().names());
        if (keepsRoom(node)) {
            names.addAll(node.facts().published().names());
        }
        return names;
    }

    private static String reason(ResourceFit.Shortage shortage, NodeView node) {
        long reserved = node.facts().reserved().get(shortage.resource());
        if (shortage.request() <= shortage.allocatable() + reserved - shortage.requested()) {
            return shortage.reason() + " beside the node's reservation";
        }
        long kept = node.assumed().get(shortage.resource());
        boolean wouldFit = shortage.request() <= shortage.allocatable() - (shortage.requested() - kept);
        return wouldFit && !ALWAYS.contains(shortage.resource()) ? shortage.reason() + KEPT : shortage.reason();
    }
}
