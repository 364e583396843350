package io.koordbridge.manager.app;

import io.koordbridge.manager.nodeobjects.nodeslo.SloConfigSource;
import io.koordbridge.manager.publish.NodeResourceConfig;
import io.koordbridge.sloconfig.Problem;
import java.util.List;
import java.util.stream.Stream;

/** Everything that is read from the ConfigMap. */
record ConfigSources(NodeResourceConfig capacity, SloConfigSource slo) {

    /** Whether a colocation configuration is in force; nothing is calculated before. */
    boolean available() {
        return capacity.colocation().state().available();
    }

    /** Why the last text of a key is not in force, or not for all nodes. */
    List<Problem> problems() {
        return Stream.of(
                        capacity.colocation().problems(),
                        capacity.normalization().problems(),
                        capacity.amplification().problems(),
                        slo.problems())
                .flatMap(List::stream)
                .toList();
    }
}
