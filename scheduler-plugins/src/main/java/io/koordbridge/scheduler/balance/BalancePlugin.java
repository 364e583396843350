package io.koordbridge.scheduler.balance;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.OptionalLong;

/**
 * {@link ScorePlan} as a plugin.
 *
 * @param scores how nodes are scored
 */
@PureCore
public record BalancePlugin(ScorePlan scores) implements SchedulingPlugin {

    @Override
    public String name() {
        return "balance";
    }

    @Override
    public FitResult filter(PodFacts pod, NodeView node) {
        return FitResult.FITS;
    }

    @Override
    public OptionalLong score(PodFacts pod, NodeView node) {
        return OptionalLong.of(scores.score(pod, node));
    }
}
