package io.koordbridge.scheduler.place.balance;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.plugin.PluginAnswer;
import io.koordbridge.scheduler.plugin.SchedulingPlugin;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;

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
    public PluginAnswer answer(PodShape pod, NodeView node) {
        return PluginAnswer.fits(scores.score(pod, node));
    }
}
