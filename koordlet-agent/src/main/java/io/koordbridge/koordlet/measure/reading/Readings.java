package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Values of a tick by what was asked for. A value that could not be read is absent, as is one that no strategy needs. */
@PureCore
public final class Readings {

    /** Nothing was asked for. */
    public static final Readings NONE = new Readings(Map.of());

    private static final String ONCE = "";

    private final Map<Need<?>, Map<String, Object>> values;

    private Readings(Map<Need<?>, Map<String, Object>> values) {
        this.values = values;
    }

    /** The value of a place that there is once. */
    public <T> Optional<T> of(Need<T> need) {
        return value(need, ONCE);
    }

    /** The value of a pod. */
    public <T> Optional<T> of(Need<T> need, PodInfo pod) {
        return value(need, pod.uid());
    }

    /** The value of a container. */
    public <T> Optional<T> of(Need<T> need, ContainerInfo container) {
        return value(need, container.id());
    }

    /** Only values of the need's own type are put under it. */
    @SuppressWarnings("unchecked")
    private <T> Optional<T> value(Need<T> need, String subject) {
        return Optional.ofNullable((T) values.getOrDefault(need, Map.of()).get(subject));
    }

    /** Collects values. */
    public static final class Builder {
        private final Map<Need<?>, Map<String, Object>> values = new HashMap<>();

        /** The value of a place that there is once. */
        public <T> Builder put(Need<T> need, T value) {
            return put(need, ONCE, value);
        }

        /** The value of a pod. */
        public <T> Builder put(Need<T> need, PodInfo pod, T value) {
            return put(need, pod.uid(), value);
        }

        /** The value of a container. */
        public <T> Builder put(Need<T> need, ContainerInfo container, T value) {
            return put(need, container.id(), value);
        }

        private <T> Builder put(Need<T> need, String subject, T value) {
            values.computeIfAbsent(need, one -> new HashMap<>()).put(subject, value);
            return this;
        }

        /** What was collected; nothing may be put afterwards. */
        public Readings build() {
            return values.isEmpty() ? NONE : new Readings(values);
        }
    }
}
