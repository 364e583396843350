package io.koordbridge.api.binding;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a field that an object leaves out stands for. */
public final class Absent {

    private Absent() {}

    /** The map, an empty one for null. */
    public static <K, V> Map<K, V> orEmpty(@Nullable Map<K, V> map) {
        return map == null ? Map.of() : map;
    }

    /** The list, an empty one for null. */
    public static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
