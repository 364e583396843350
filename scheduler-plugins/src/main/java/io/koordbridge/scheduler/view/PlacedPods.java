package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The pods of a node.
 *
 * @param bound by uid
 * @param assumed placements under way by pod uid
 */
@PureCore
public record PlacedPods(Map<String, PodFacts> bound, Map<String, Assumption> assumed) {

    /** All pods. */
    public Stream<PodFacts> all() {
        return Stream.concat(bound.values().stream(), assumed.values().stream().map(Assumption::pod));
    }

    /** How many there are. */
    public int size() {
        return bound.size() + assumed.size();
    }
}
