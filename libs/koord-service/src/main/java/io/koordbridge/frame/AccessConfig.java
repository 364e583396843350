package io.koordbridge.frame;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Section {@code access}. */
public final class AccessConfig {

    @JsonProperty
    @JsonPropertyDescription(
            "Whether pages and API are served to other hosts without a bearer token. Health and metrics always are.")
    private boolean anonymous;

    /** Whether requests from other hosts need no token. */
    boolean anonymous() {
        return anonymous;
    }
}
