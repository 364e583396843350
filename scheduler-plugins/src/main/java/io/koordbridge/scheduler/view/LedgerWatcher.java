package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.kube.cache.StrippedStore;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands on what a store takes over; what cannot be read leaves the last good state.
 *
 * @param seen takes a whole object
 * @param left takes what was kept of one that is gone
 */
record LedgerWatcher<T extends HasMetadata>(Consumer<T> seen, Consumer<T> left) implements StrippedStore.Watcher<T> {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerWatcher.class);

    @Override
    public void put(@Nullable T before, T kept, T whole) {
        if (before != null && isAnother(before, kept)) {
            left.accept(before);
        }
        try {
            seen.accept(whole);
        } catch (RuntimeException unusable) {
            LOG.warn(
                    "Ignored what {} {}/{} says, the last good state stays problem={}",
                    whole.getKind(),
                    whole.getMetadata().getNamespace(),
                    whole.getMetadata().getName(),
                    unusable.getMessage());
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
    }
}
