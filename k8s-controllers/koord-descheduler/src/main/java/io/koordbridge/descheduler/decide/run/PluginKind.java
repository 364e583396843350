package io.koordbridge.descheduler.decide.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Function;

/**
 * A plugin that can be configured.
 *
 * @param name as in the configuration
 * @param factory makes it from its arguments, which are missing when absent
 */
public record PluginKind(String name, PluginPoint point, Function<JsonNode, Made> factory) {

    /**
     * What a factory made.
     *
     * @param plugin with defaults where there are problems
     * @param problems each names field, value and range, without the path of the arguments
     */
    public record Made(RunPlugin plugin, List<String> problems) {

        public Made {
            problems = List.copyOf(problems);
        }
    }
}
