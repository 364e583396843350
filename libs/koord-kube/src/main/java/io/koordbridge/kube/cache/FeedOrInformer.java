package io.koordbridge.kube.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.koordbridge.kube.feed.FeedKind;
import io.koordbridge.kube.feed.FeedSink;
import io.koordbridge.kube.feed.ObjectFeed;
import org.jspecify.annotations.Nullable;

/** A feed, and the informer that takes over where the server does not speak the feed's encoding. */
public final class FeedOrInformer<T extends HasMetadata> implements AutoCloseable {

    private final KubernetesClient client;
    private final FeedKind<T> kind;
    private final ItemStore<T> instead;
    private final ObjectFeed<T> feed;
    private volatile @Nullable SharedIndexInformer<T> informer;

    /**
     * A feed that is not started.
     *
     * @param sink what the feed fills; its {@link FeedSink#unsupported} calls {@link #takeOver}
     * @param instead what an informer fills
     * @param readiness when the sink can make use of objects
     */
    public FeedOrInformer(
            KubernetesClient client,
            FeedKind<T> kind,
            FeedSink<T> sink,
            ItemStore<T> instead,
            ObjectFeed.Readiness readiness) {
        this.client = client;
        this.kind = kind;
        this.instead = instead;
        this.feed = new ObjectFeed<>(client, kind, sink, readiness);
    }

    /** Begins. */
    public void start() {
        feed.start();
    }

    /** The feed has ended because the server does not speak its encoding. */
    public void takeOver() {
        SharedIndexInformer<T> started = kind.informer(client).itemStore(instead);
        started.exceptionHandler((unused, problem) -> true);
        informer = started;
        started.start();
    }

    /** Whether everything that there is was seen. */
    public boolean synced() {
        SharedIndexInformer<T> running = informer;
        return running == null ? feed.synced() : running.hasSynced();
    }

    @Override
    public void close() {
        feed.close();
        SharedIndexInformer<T> running = informer;
        if (running != null) {
            running.close();
        }
    }
}
