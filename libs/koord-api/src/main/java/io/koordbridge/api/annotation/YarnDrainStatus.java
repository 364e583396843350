package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the last drain of a node stands; annotation {@code node.koordinator.sh/yarn-drain-status}, written when the state changes.
 *
 * @param id of the drain
 * @param state DRAINING, HELD, DRAINED, FAILED or DONE
 * @param pods uids of the NodeManager pods that it is about, as they were at its begin: a later one is not drained again
 * @param text for people
 * @param time RFC 3339, of the state
 * @param deadline RFC 3339, by when containers have left: a new leader does not give them more time
 * @param over states of other drains that are over while what asked for them is there, by id
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record YarnDrainStatus(
        @Nullable String id,
        @Nullable String state,
        @Nullable List<String> pods,
        @Nullable String text,
        @Nullable String time,
        @Nullable String deadline,
        @Nullable Map<String, String> over) {

    public YarnDrainStatus {
        pods = pods == null ? null : List.copyOf(pods);
        over = over == null ? null : Map.copyOf(over);
    }
}
