package io.koordbridge.kube.cache;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.kube.listwatch.ReflectorStore;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A feed, and the informer that takes over where the server does not speak the feed's encoding. */
public final class ReflectorOrInformer<T extends HasMetadata> implements AutoCloseable {

    /** An informer does not say since when it is lost. */
    private static final Duration FOREVER = Duration.ofDays(365);

    private final ListWatchSource source;
    private final WatchedKind<T> kind;
    private final ReflectorStore<T> sink;
    private final Reflector<T> feed;
    private volatile @Nullable SharedIndexInformer<T> informer;

    /**
     * A feed that is not started.
     *
     * @param sink what is filled; its {@link ReflectorStore#unsupported} calls {@link #takeOver}
     * @param readiness when the sink can make use of objects
     */
    public ReflectorOrInformer(
            ListWatchSource source, WatchedKind<T> kind, ReflectorStore<T> sink, Reflector.Readiness readiness) {
        this.source = source;
        this.kind = kind;
        this.sink = sink;
        this.feed = new Reflector<>(source, kind, sink, readiness);
    }

    /** Begins. */
    public void start() {
        feed.start();
    }

    /** The feed has ended because the server does not speak its encoding. */
    public void takeOver() {
        SharedIndexInformer<T> started = kind.informer(source.client()).itemStore(new PassingStore<>(sink));
        started.exceptionHandler((unused, problem) -> true);
        informer = started;
        started.start();
    }

    /** Name of the kind, such as {@code nodes}. */
    public String plural() {
        return kind.plural();
    }

    /** Whether everything that there is was seen. */
    public boolean synced() {
        SharedIndexInformer<T> running = informer;
        return running == null ? feed.synced() : running.hasSynced();
    }

    /** Whether changes arrive now. */
    public boolean following() {
        SharedIndexInformer<T> running = informer;
        return running == null ? feed.following() : running.isWatching();
    }

    /** How old what is known may be: zero while changes arrive, or the cluster does not have the kind. */
    public Duration behind() {
        SharedIndexInformer<T> running = informer;
        if (running == null) {
            return feed.behind();
        }
        return running.isWatching() ? Duration.ZERO : FOREVER;
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
