package io.koordbridge.manager.clusterview;

import io.koordbridge.kube.client.RecurringProblems;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells each listener once that the cluster was read; one that fails is told again, since without the news it would never begin. */
final class SyncNotifier {

    private static final Logger LOG = LoggerFactory.getLogger(SyncNotifier.class);

    private final Set<ClusterListener> begun = ConcurrentHashMap.newKeySet();
    private final RecurringProblems<String> failing = new RecurringProblems<>();
    private volatile boolean told;

    /** Whether all listeners know. */
    boolean told() {
        return told;
    }

    /** Tells those who do not know. */
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
