package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What capabilities have read of further objects of a node, by the type of what they have read. Capabilities know the types, the view
 * does not.
 *
 * @param byType immutable values
 */
@PureCore
public record NodeObjects(Map<Class<?>, Object> byType) {

    static final NodeObjects NONE = new NodeObjects(Map.of());

    public NodeObjects {
        byType = Map.copyOf(byType);
    }

    /** What was read, null when there is no such object. */
    public <T> @Nullable T find(Class<T> type) {
        return type.cast(byType.get(type));
    }

    <T> NodeObjects with(Class<T> type, @Nullable T value) {
        Map<Class<?>, Object> all = new HashMap<>(byType);
        if (value == null) {
            all.remove(type);
        } else {
            all.put(type, value);
        }
        return new NodeObjects(all);
    }
}
