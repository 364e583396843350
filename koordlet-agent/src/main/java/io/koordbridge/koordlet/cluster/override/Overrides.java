package io.koordbridge.koordlet.cluster.override;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.Optional;

/** What one pod says by annotations of strategies, decoded. On disk these are texts, which are decoded when they are asked for. */
@PureCore
public final class Overrides {

    /** It says nothing. */
    public static final Overrides NONE = new Overrides(Map.of(), Map.of());

    private final Map<String, String> texts;

    @JsonIgnore
    private final Map<OverrideKey<?>, Object> values;

    Overrides(Map<String, String> texts, Map<OverrideKey<?>, Object> values) {
        this.texts = Map.copyOf(texts);
        this.values = Map.copyOf(values);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Overrides ofTexts(Map<String, String> texts) {
        return texts.isEmpty() ? NONE : new Overrides(texts, Map.of());
    }

    @JsonValue
    Map<String, String> texts() {
        return texts;
    }

    /** The value of a key; empty when the pod has none, or one that counts as absent. */
    @SuppressWarnings("unchecked")
    public <T> Optional<T> get(OverrideKey<T> key) {
        Object value = values.get(key);
        return value == null ? ofText(key) : Optional.of((T) value);
    }

    private <T> Optional<T> ofText(OverrideKey<T> key) {
        String text = texts.get(key.annotation());
        try {
            return text == null ? Optional.empty() : Optional.of(key.decode(text));
        } catch (IllegalArgumentException e) {
            // An earlier version, which wrote the text to disk, took it.
            return Optional.empty();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Overrides same && texts.equals(same.texts);
    }

    @Override
    public int hashCode() {
        return texts.hashCode();
    }

    @Override
    public String toString() {
        return texts.toString();
    }
}
