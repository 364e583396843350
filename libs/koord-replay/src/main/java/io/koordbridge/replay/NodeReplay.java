package io.koordbridge.replay;

import io.koordbridge.protocol.PureCore;
import java.util.List;

/** Replays nodes: recorded use through the rules of agent, manager and operator, in the time of the trace. */
@PureCore
public final class NodeReplay {

    private NodeReplay() {}

    /** Replays one node. */
    public static NodeResult run(NodeTrace trace, ReplaySettings settings) {
        return run(trace, settings, Timeline.NONE);
    }

    /** Replays one node and shows each interval. */
    public static NodeResult run(NodeTrace trace, ReplaySettings settings, Timeline timeline) {
        ReplayedNode node = new ReplayedNode(trace, settings);
        for (int sample = 0; sample < trace.samples(); sample++) {
            node.interval(sample, timeline);
            node.see(sample);
        }
        return node.result();
    }

    /** Replays several nodes and sums up. */
    public static ReplayResult run(List<NodeTrace> traces, ReplaySettings settings) {
        return ReplayResult.of(
                traces.stream().map(trace -> run(trace, settings)).toList());
    }
}
