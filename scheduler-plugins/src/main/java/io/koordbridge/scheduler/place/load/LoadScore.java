package io.koordbridge.scheduler.place.load;

import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;

/** How much a node has left beside its real use; scheduler specification section 18.5. */
@PureCore
final class LoadScore {

    private static final long FULL = 100;

    private LoadScore() {}

    /** From 0 to 100; 0 where no usable report is known. */
    static long of(PodShape pod, NodeView node, LoadRules rules) {
        LoadRules.Score score = rules.score();
        NodeLoad load = score.isOff() ? null : NodeLoad.of(node, rules);
        if (load == null || load.report().expired() || load.report().node() == null) {
            return 0;
        }
        boolean byProd = score.byProd() && pod.traits().priorityClass() == PriorityClass.PROD;
        ResourceVector used = (byProd ? load.ofProd() : load.ofNode(score.aggregation()))
                .plus(PodEstimator.estimate(pod, rules.estimate()));
        ResourceVector capacity = LoadFilter.limits(node).capacity(node.allocatable());
        long sum = 0;
        long weights = 0;
        for (String resource : score.names()) {
            long weight = score.weights().getOrDefault(resource, 0L);
            sum += left(resource, used, capacity) * weight;
            weights += weight;
        }
        if (score.dominantWeight() != 0) {
            long least = rules.resources().stream()
                    .mapToLong(resource -> left(resource, used, capacity))
                    .reduce(FULL, Math::min);
            sum += least * score.dominantWeight();
            weights += score.dominantWeight();
        }
        return weights == 0 ? 0 : sum / weights;
    }

    private static long left(String resource, ResourceVector used, ResourceVector capacity) {
        long has = capacity.get(resource);
        long uses = used.get(resource);
        return has == 0 || uses > has ? 0 : (has - uses) * FULL / has;
    }
}
