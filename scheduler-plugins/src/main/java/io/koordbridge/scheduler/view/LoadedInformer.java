package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An informer that knows whether its handler has seen everything that was listed first. */
final class LoadedInformer<T extends HasMetadata> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LoadedInformer.class);

    private final SharedIndexInformer<T> informer;
    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private volatile boolean loaded;

    LoadedInformer(SharedIndexInformer<T> informer, Consumer<T> seen, Consumer<T> gone) {
        this.informer = informer;
        informer.exceptionHandler((started, problem) -> {
            LOG.warn(
                    "Watching {} failed, trying again problem={}",
                    informer.getApiTypeClass().getSimpleName(),
                    problem.toString());
            return true;
        });
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(T object) {
                handle(object, seen);
            }

            @Override
            public void onUpdate(T before, T object) {
                handle(object, seen);
            }

            @Override
            public void onDelete(T object, boolean finalStateUnknown) {
                handle(object, gone);
            }
        });
    }

    private void handle(T object, Consumer<T> handler) {
        try {
            handler.accept(object);
        } catch (RuntimeException unusable) {
            LOG.warn(
                    "Ignored what {} {}/{} says, the last good state stays problem={}",
                    informer.getApiTypeClass().getSimpleName(),
                    object.getMetadata().getNamespace(),
                    object.getMetadata().getName(),
                    unusable.getMessage());
        } finally {
            if (!loaded) {
                handled.add(object.getMetadata().getUid());
            }
        }
    }

    /** Returns at once; a server that cannot be reached is tried until it can. */
    void start() {
        // Failures reach the exception handler.
        CompletionStage<Void> unused = informer.start();
    }

    /** Whether the first list has been handled completely; stays true from then on. */
    boolean loaded() {
        if (!loaded && informer.hasSynced()) {
            loaded = informer.getStore().list().stream()
                    .allMatch(object -> handled.contains(object.getMetadata().getUid()));
            if (loaded) {
                handled.clear();
            }
        }
        return loaded;
    }

    boolean watching() {
        return informer.isWatching();
    }

    @Override
    public void close() {
        informer.close();
    }
}
