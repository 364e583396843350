package io.koordbridge.koordlet.cluster.override;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.protocol.PureCore;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The annotations of pods that all strategies of this process define. */
@PureCore
public final class OverrideKeys {

    /** No strategy defines one. */
    public static final OverrideKeys NONE = new OverrideKeys(List.of());

    private final List<OverrideKey<?>> keys;

    /**
     * Keys of all strategies; one that several share counts once.
     *
     * @throws IllegalArgumentException when two keys read the same annotation
     */
    public OverrideKeys(Collection<? extends OverrideKey<?>> keys) {
        this.keys = List.copyOf(new HashSet<>(keys));
        Set<String> annotations = new HashSet<>();
        for (OverrideKey<?> key : this.keys) {
            if (!annotations.add(key.annotation())) {
                throw new IllegalArgumentException("two keys read annotation " + key.annotation() + ", want one");
            }
        }
    }

    /**
     * Decodes the annotations of a pod. One that does not decode counts as absent.
     *
     * @param name of the object in messages
     * @param problems gets it, with object, annotation, value and what is allowed
     */
    public Overrides decode(String name, HasMetadata pod, Consumer<String> problems) {
        if (keys.isEmpty() || pod.getMetadata().getAnnotations() == null) {
            return Overrides.NONE;
        }
        Map<String, String> texts = new HashMap<>();
        Map<OverrideKey<?>, Object> values = new HashMap<>();
        for (OverrideKey<?> key : keys) {
            try {
                text(name, pod, key).ifPresent(text -> {
                    values.put(key, value(name, key, text));
                    texts.put(key.annotation(), text);
                });
            } catch (BadAnnotationException e) {
                problems.accept(e.getMessage() + "; it counts as absent");
            }
        }
        return texts.isEmpty() ? Overrides.NONE : new Overrides(texts, values);
    }

    private static Optional<String> text(String name, HasMetadata pod, OverrideKey<?> key) {
        Optional<String> problem = AnnotationCodec.tooLong(pod, key.annotation());
        if (problem.isPresent()) {
            String text = pod.getMetadata().getAnnotations().getOrDefault(key.annotation(), "");
            throw new BadAnnotationException(name, key.annotation(), text, problem.get(), null);
        }
        return AnnotationCodec.text(pod, key.annotation());
    }

    private static Object value(String name, OverrideKey<?> key, String text) {
        try {
            return key.decode(text);
        } catch (IllegalArgumentException e) {
            throw new BadAnnotationException(name, key.annotation(), text, "want " + key.allowed(), e);
        }
    }
}
