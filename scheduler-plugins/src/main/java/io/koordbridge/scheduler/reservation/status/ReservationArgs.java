package io.koordbridge.scheduler.reservation.status;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code reservation}.
 *
 * @param enabled whether Reservations count
 * @param gcDuration how long one that has ended stays
 */
public record ReservationArgs(
        @JsonPropertyDescription("Whether Reservations get a node and keep their room from pods that own none.")
        boolean enabled,

        @JsonPropertyDescription("How long a Reservation that has succeeded or expired stays before it is deleted.")
        Duration gcDuration) {

    public static final ReservationArgs DEFAULT = new ReservationArgs(true, Duration.hours(24));

    public ReservationArgs {
        if (gcDuration.toMilliseconds() < 1_000) {
            throw new IllegalArgumentException("reservation.gcDuration " + gcDuration + ", allowed: 1s and more");
        }
    }

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static ReservationArgs of(
            @JsonProperty("enabled") @Nullable Boolean enabled,
            @JsonProperty("gcDuration") @Nullable Duration gcDuration) {
        return new ReservationArgs(
                Objects.requireNonNullElse(enabled, DEFAULT.enabled),
                Objects.requireNonNullElse(gcDuration, DEFAULT.gcDuration));
    }
}
