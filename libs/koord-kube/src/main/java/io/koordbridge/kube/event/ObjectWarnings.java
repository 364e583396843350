package io.koordbridge.kube.event;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warnings about objects of one kind that are checked repeatedly: one log line and one event when a problem begins, when it
 * becomes another one and when it ends, and nothing in between. Thread-safe; an object is looked at by one thread at a time.
 */
public final class ObjectWarnings {

    private static final Logger LOG = LoggerFactory.getLogger(ObjectWarnings.class);
    private static final int SHOWN_PROBLEMS = 4;

    private final EventRecorder events;
    private final Map<String, Map<String, String>> known = new ConcurrentHashMap<>();

    public ObjectWarnings(EventRecorder events) {
        this.events = events;
    }

    /**
     * What can be wrong with one field.
     *
     * @param begins reason of the event when there is a problem
     * @param ends reason of the event when the problem ends
     * @param outcome for the log: what holds while there is a problem
     */
    public record Concern(String begins, String ends, String outcome) {}

    /**
     * A field was looked at.
     *
     * @param problem the words for people, the same for the same problem; empty without one
     */
    public void look(HasMetadata about, Concern concern, String problem) {
        look(about, concern, problem, problem);
    }

    /**
     * Words for several problems of one field: the first ones, and how many more there are.
     *
     * @param problems each the same for the same problem, in a stable order
     */
    public static String summary(List<String> problems) {
        String first = String.join("; ", problems.subList(0, Math.min(problems.size(), SHOWN_PROBLEMS)));
        return problems.size() <= SHOWN_PROBLEMS
                ? first
                : first + "; and " + (problems.size() - SHOWN_PROBLEMS) + " more";
    }

    /**
     * A field was looked at.
     *
     * @param identity the same for the same problem, however the words differ; empty without one
     * @param problem the words for people
     */
    public void look(HasMetadata about, Concern concern, String identity, String problem) {
        String key = Cache.metaNamespaceKeyFunc(about);
        Map<String, String> ofObject = known.get(key);
        String before = ofObject == null ? "" : ofObject.getOrDefault(concern.begins(), "");
        if (before.equals(identity)) {
            return;
        }
        if (identity.isEmpty()) {
            remove(key, concern);
            LOG.info("in order again object={} reason={}", key, concern.ends());
            events.record(about, EventType.NORMAL, concern.ends(), "in order again");
            return;
        }
        known.computeIfAbsent(key, unused -> new ConcurrentHashMap<>()).put(concern.begins(), identity);
        LOG.warn(
                "{} object={}/{} reason={} problem={}",
                concern.outcome(),
                about.getKind(),
                key,
                concern.begins(),
                problem);
        events.record(about, EventType.WARNING, concern.begins(), problem);
    }

    private void remove(String key, Concern concern) {
        known.computeIfPresent(key, (unused, problems) -> {
            problems.remove(concern.begins());
            return problems.isEmpty() ? null : problems;
        });
    }

    /**
     * An object is gone; one that is made again under its name is another one.
     *
     * @param key name of the object, behind its namespace and a slash where it has one
     */
    public void forget(String key) {
        known.remove(key);
    }
}
