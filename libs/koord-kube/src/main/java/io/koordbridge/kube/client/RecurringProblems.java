package io.koordbridge.kube.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Deduplicates recurring failures: reported when they begin, change and end. Thread-safe.
 *
 * @param <K> what it happens to
 */
public final class RecurringProblems<K> {

    private final Map<K, String> problems = new ConcurrentHashMap<>();

    /** Whether the problem is another one than that of the time before. */
    public boolean begins(K what, String problem) {
        return !problem.equals(problems.put(what, problem));
    }

    /** It went well; whether there was a problem before. */
    public boolean ends(K what) {
        return problems.remove(what) != null;
    }
}
