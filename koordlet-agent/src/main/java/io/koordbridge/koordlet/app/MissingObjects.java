package io.koordbridge.koordlet.app;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once of an object that does not come what is not done without it, and once that it came. One thread. */
final class MissingObjects {

    private static final Logger LOG = LoggerFactory.getLogger(MissingObjects.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Map<String, String> WITHOUT = Map.of(
            "Node", "nothing is reported and nothing is suppressed; is this the name of the node?",
            "NodeSLO", "nothing is suppressed; koord-manager makes it",
            "NodeMetric", "nothing is reported; koord-manager makes it");

    private final String nodeName;
    private final Map<String, Instant> since = new HashMap<>();
    private final Set<String> told = new HashSet<>();

    MissingObjects(String nodeName) {
        this.nodeName = nodeName;
    }

    /**
     * Looks once.
     *
     * @param missing kinds of whose object it is known that it is not there
     */
    void round(Set<String> missing, Instant now) {
        since.keySet().retainAll(missing);
        told.stream()
                .filter(kind -> !missing.contains(kind))
                .forEach(kind -> LOG.info("there is a {}/{} now", kind, nodeName));
        told.retainAll(missing);
        for (String kind : missing) {
            Instant first = since.computeIfAbsent(kind, unused -> now);
            if (!first.plus(PATIENCE).isAfter(now) && told.add(kind)) {
                LOG.warn("there is no {}/{}: {}", kind, nodeName, WITHOUT.getOrDefault(kind, ""));
            }
        }
    }
}
