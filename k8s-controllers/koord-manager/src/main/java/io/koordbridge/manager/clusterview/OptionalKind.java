package io.koordbridge.manager.clusterview;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cache of a kind that a cluster may not have: then there are simply no objects, and the kind is looked for again. A
 * kind that cannot be read for another reason is not known yet.
 */
final class OptionalKind<T extends HasMetadata> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OptionalKind.class);
    private static final int NOT_FOUND = 404;

    private final String kind;
    private final MixedOperation<T, ? extends KubernetesResourceList<T>, Resource<T>> resources;
    private final StrippedStore<T> store;
    private final ScheduledExecutorService timer;
    private final long lookAgainMillis;
    private volatile boolean absent;
    private volatile @Nullable SharedIndexInformer<T> informer;

    OptionalKind(
            KubernetesClient client,
            Class<T> type,
            StrippedStore<T> store,
            ScheduledExecutorService timer,
            long lookAgainMillis) {
        this.kind = HasMetadata.getKind(type);
        this.resources = client.resources(type);
        this.store = store;
        this.timer = timer;
        this.lookAgainMillis = lookAgainMillis;
    }

    /** Begins to look for the kind. */
    void start() {
        ScheduledFuture<?> unused = timer.scheduleWithFixedDelay(this::look, 0, lookAgainMillis, TimeUnit.MILLISECONDS);
    }

    /** Whether everything that there is was seen: the cache is filled, or the kind does not exist. */
    boolean settled() {
        SharedIndexInformer<T> running = informer;
        return running == null ? absent : running.hasSynced();
    }

    private void look() {
        SharedIndexInformer<T> running = informer;
        if (running != null && running.isWatching()) {
            return;
        }
        try {
            resources.list(new ListOptionsBuilder().withLimit(1L).build());
            if (running == null) {
                begin();
            }
        } catch (KubernetesClientException e) {
            if (e.getCode() != NOT_FOUND) {
                LOG.warn("kind not readable, will be tried again kind={} problem={}", kind, e.getMessage());
            } else if (running != null) {
                end(running);
            } else if (!absent) {
                absent = true;
                LOG.info("kind not installed, will be looked for again kind={}", kind);
            }
        }
    }

    private void begin() {
        SharedIndexInformer<T> started = resources.runnableInformer(0).itemStore(store);
        started.exceptionHandler((unused, problem) -> true);
        informer = started;
        started.start();
    }

    /** The kind was removed while it was watched: its objects are gone with it. */
    private void end(SharedIndexInformer<T> running) {
        LOG.info("kind went, will be looked for again kind={}", kind);
        absent = true;
        informer = null;
        running.close();
        store.clear();
    }

    @Override
    public void close() {
        SharedIndexInformer<T> running = informer;
        if (running != null) {
            running.close();
        }
    }
}
