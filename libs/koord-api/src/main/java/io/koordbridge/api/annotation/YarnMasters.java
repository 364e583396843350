package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which containers of a NodeManager are application masters, where their ids say otherwise.
 *
 * @param masters ids of masters that are not the first container of their attempt, null for none
 * @param tasks ids of first containers that are not masters, null for none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record YarnMasters(
        @Nullable List<String> masters, @Nullable List<String> tasks) {

    public YarnMasters {
        masters = masters == null ? null : List.copyOf(masters);
        tasks = tasks == null ? null : List.copyOf(tasks);
    }
}
