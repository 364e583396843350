package io.koordbridge.colo.preflight;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node agent says of its node.
 *
 * @param problem why it says nothing, null when it answers
 * @param mode {@code enforcing} or {@code observe-only}
 * @param obstacles why it only observes
 * @param cgroupVersion {@code v1} or {@code v2}
 * @param driver {@code systemd} or {@code cgroupfs}
 * @param measures whether it knows the use of the node
 * @param socket of the NodeManager plugin that answers, null without one
 * @param trouble with the plugin, null without any
 */
record AgentFacts(
        @Nullable String problem,
        String mode,
        List<String> obstacles,
        String cgroupVersion,
        String driver,
        boolean measures,
        @Nullable String socket,
        @Nullable String trouble) {

    AgentFacts {
        obstacles = List.copyOf(obstacles);
    }

    static AgentFacts silent(String problem) {
        return new AgentFacts(problem, "", List.of(), "", "", false, null, null);
    }
}
