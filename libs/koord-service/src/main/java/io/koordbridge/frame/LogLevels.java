package io.koordbridge.frame;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.binding.BindingProblems;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The levels that a configuration names; logging takes any other text for INFO, without a word. */
@PureCore
final class LogLevels {

    private static final String ALLOWED = "; allowed are ALL, TRACE, DEBUG, INFO, WARN, ERROR and OFF";

    private LogLevels() {}

    /** Unknown levels, with their keys. */
    static List<String> problems(JsonNode configuration) {
        JsonNode logging = configuration.path("logging");
        List<String> problems = new ArrayList<>();
        look("logging.level", logging.get("level"), problems);
        appenders("logging", logging, problems);
        logging.path("loggers").properties().forEach(logger -> {
            String key = "logging.loggers." + logger.getKey();
            JsonNode value = logger.getValue();
            if (value.isObject()) {
                look(key + ".level", value.get("level"), problems);
                appenders(key, value, problems);
            } else {
                look(key, value, problems);
            }
        });
        return problems;
    }

    private static void appenders(String key, JsonNode section, List<String> problems) {
        JsonNode appenders = section.path("appenders");
        for (int i = 0; i < appenders.size(); i++) {
            look(key + ".appenders[" + i + "].threshold", appenders.path(i).get("threshold"), problems);
        }
    }

    private static void look(String key, @Nullable JsonNode level, List<String> problems) {
        // YAML's true and false are also levels: unquoted on and off become them.
        if (level != null && !level.isBoolean() && Level.toLevel(level.asText(), null) == null) {
            problems.add(key + " is " + BindingProblems.shown(level) + ", no level" + ALLOWED);
        }
    }
}
