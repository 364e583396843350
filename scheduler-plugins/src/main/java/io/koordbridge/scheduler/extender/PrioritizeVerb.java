package io.koordbridge.scheduler.extender;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterView;
import java.util.List;

/** How much each candidate is preferred. */
@PureCore
final class PrioritizeVerb {

    private static final long FULL_SCALE = 100;

    private PrioritizeVerb() {}

    /** Scores from 0 to {@code maxScore}; a node that is not known gets 0. */
    static List<HostPriority> answer(ExtenderArguments arguments, ClusterView view, PluginList plugins, int maxScore) {
        return arguments.nodes().stream()
                .map(name -> new HostPriority(
                        name,
                        view.node(name)
                                .map(node -> plugins.answer(arguments.pod().shape(), node)
                                                .score()
                                        * maxScore
                                        / FULL_SCALE)
                                .orElse(0L)))
                .toList();
    }
}
