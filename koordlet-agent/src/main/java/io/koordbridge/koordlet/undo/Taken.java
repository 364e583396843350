package io.koordbridge.koordlet.undo;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One file that a strategy wrote.
 *
 * @param knob name of the file in version 1
 * @param group control group, relative to its hierarchy
 * @param owner strategy
 * @param before content before the first write
 */
public record Taken(
        @JsonProperty("knob") String knob,
        @JsonProperty("group") String group,
        @JsonProperty("owner") String owner,
        @JsonProperty("before") String before) {}
