package io.koordbridge.capacity.plan;

import io.koordbridge.protocol.PureCore;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a calculation came to, or what it threw: either is set. Keeps one defect from stopping what does not depend on it.
 */
@PureCore
public record Attempt<T>(@Nullable T value, @Nullable Defect defect) {

    /** What a calculation comes to, or the defect it threw. */
    public static <T> Attempt<T> of(Supplier<T> calculation) {
        try {
            return new Attempt<>(calculation.get(), null);
        } catch (RuntimeException e) {
            return new Attempt<>(null, Defect.of(e));
        }
    }

    /** The next calculation, unless this one threw. */
    public <R> Attempt<R> then(Function<T, R> next) {
        T reached = value;
        return reached == null ? new Attempt<>(null, defect) : of(() -> next.apply(reached));
    }

    /** One of two, by whether there is a value or a defect. */
    public <R> R orKept(R fresh, R kept) {
        return defect == null ? fresh : kept;
    }

    /** What it came to, or what takes its place. */
    public T orElse(Function<Defect, T> instead) {
        T reached = value;
        return reached != null ? reached : instead.apply(Objects.requireNonNull(defect));
    }
}
