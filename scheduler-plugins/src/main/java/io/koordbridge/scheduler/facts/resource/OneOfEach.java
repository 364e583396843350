package io.koordbridge.scheduler.facts.resource;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** One object for all that are equal, as long as one of them is used. Thread-safe. */
public final class OneOfEach<T> {

    private final Map<T, WeakReference<T>> known = new WeakHashMap<>();

    /** The object that stands for all that are equal to this one. */
    public synchronized T of(T one) {
        WeakReference<T> reference = known.get(one);
        @Nullable T before = reference == null ? null : reference.get();
        if (before != null) {
            return before;
        }
        known.put(one, new WeakReference<>(one));
        return one;
    }
}
