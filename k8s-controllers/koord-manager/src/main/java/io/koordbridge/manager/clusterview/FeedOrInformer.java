package io.koordbridge.manager.clusterview;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.koordbridge.kube.feed.ObjectFeed;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A feed, and the informer that takes over where the server does not speak the feed's encoding. */
final class FeedOrInformer<T extends HasMetadata> implements AutoCloseable {

    private final ObjectFeed<T> feed;
    private final Supplier<SharedIndexInformer<T>> instead;
    private volatile @Nullable SharedIndexInformer<T> informer;

    FeedOrInformer(ObjectFeed<T> feed, Supplier<SharedIndexInformer<T>> instead) {
        this.feed = feed;
        this.instead = instead;
    }

    void start() {
        feed.start();
    }

    /** The feed has ended because the server does not speak its encoding. */
    void takeOver() {
        SharedIndexInformer<T> started = instead.get();
        started.exceptionHandler((unused, problem) -> true);
        informer = started;
        started.start();
    }

    boolean synced() {
        SharedIndexInformer<T> running = informer;
        return feed.synced() || (running != null && running.hasSynced());
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
