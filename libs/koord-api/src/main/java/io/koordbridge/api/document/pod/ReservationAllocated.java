package io.koordbridge.api.document.pod;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.koordbridge.protocol.PureCore;
import java.util.Objects;

/**
 * The reservation that a bound pod uses.
 *
 * @param name empty when the document does not name it
 * @param uid empty when the document does not name it
 */
@PureCore
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReservationAllocated(String name, String uid) {
    public ReservationAllocated {
        name = Objects.requireNonNullElse(name, "");
        uid = Objects.requireNonNullElse(uid, "");
    }
}
