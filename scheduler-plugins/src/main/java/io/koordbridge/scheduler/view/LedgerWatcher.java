package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands on what a store takes over; what cannot be read leaves the last good state, and an event of the object.
 *
 * @param warnings about the objects
 * @param seen takes a whole object
 * @param left takes what was kept of one that is gone
 */
record LedgerWatcher<T extends HasMetadata>(ObjectWarnings warnings, Consumer<T> seen, Consumer<T> left)
        implements StrippedStore.Watcher<T> {

    private static final Concern OBJECT = new Concern(
            "UnusableForScheduling", "UsableForScheduling", "an object is ignored, the last good one stays");

    @Override
    public void put(@Nullable T before, T kept, T whole) {
        if (before != null && isAnother(before, kept)) {
            gone(before);
        }
        try {
            seen.accept(whole);
            warnings.look(whole, OBJECT, "");
        } catch (RuntimeException unusable) {
            warnings.look(whole, OBJECT, String.valueOf(unusable.getMessage()));
        }
    }

    /** One of the same name took its place, and its end was not seen. */
    private static boolean isAnother(HasMetadata before, HasMetadata after) {
        return !Objects.equals(
                before.getMetadata().getUid(), after.getMetadata().getUid());
    }

    @Override
    public void gone(T kept) {
        left.accept(kept);
        warnings.forget(Cache.metaNamespaceKeyFunc(kept));
    }
}
