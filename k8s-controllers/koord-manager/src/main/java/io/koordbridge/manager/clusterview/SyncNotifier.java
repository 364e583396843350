package io.koordbridge.manager.clusterview;

import io.koordbridge.kube.client.RecurringProblems;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies each listener once that the caches are filled; a failed one is notified again, since otherwise it would never start. */
final class SyncNotifier {

    private static final Logger LOG = LoggerFactory.getLogger(SyncNotifier.class);

    private final Set<ClusterListener> begun = ConcurrentHashMap.newKeySet();
    private final RecurringProblems<String> failing = new RecurringProblems<>();
    private volatile boolean told;

    /** Whether all listeners know. */
    boolean told() {
        return told;
    }

    /** Notifies the remaining listeners. */
    void tell(Runnable before, Collection<ClusterListener> listeners) {
        try {
            before.run();
            listeners.stream().filter(one -> !begun.contains(one)).forEach(one -> {
                one.synced();
                begun.add(one);
            });
            told = true;
        } catch (RuntimeException | Error e) {
            if (failing.begins("synced", e.toString())) {
                LOG.error("controllers do not begin, will be tried again", e);
            }
        }
    }
}
