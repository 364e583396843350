package io.koordbridge.scheduler.view;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** One object for all pods of equal shape, as long as one of them is known. */
final class KnownShapes {

    private final Map<PodShape, WeakReference<PodShape>> shapes = new WeakHashMap<>();

    /** The object that stands for all shapes equal to this one. */
    synchronized PodShape of(PodShape shape) {
        WeakReference<PodShape> reference = shapes.get(shape);
        @Nullable PodShape known = reference == null ? null : reference.get();
        if (known != null) {
            return known;
        }
        shapes.put(shape, new WeakReference<>(shape));
        return shape;
    }
}
