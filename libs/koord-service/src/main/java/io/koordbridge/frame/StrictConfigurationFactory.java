package io.koordbridge.frame;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.YamlConfigurationFactory;
import jakarta.validation.Validator;
import java.io.IOException;
import java.util.List;

/** Reads a configuration as Dropwizard does, but rejects unknown log levels, for which Dropwizard takes any text. */
final class StrictConfigurationFactory<T> extends YamlConfigurationFactory<T> {

    /**
     * A factory.
     *
     * @param propertyPrefix system properties {@code prefix.a.b} override the field {@code b} of the section {@code a}
     */
    StrictConfigurationFactory(Class<T> type, Validator validator, ObjectMapper mapper, String propertyPrefix) {
        super(type, validator, mapper.copy().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES), propertyPrefix);
    }

    @Override
    protected T build(JsonNode tree, String path) throws IOException, ConfigurationException {
        T built = super.build(tree, path);
        List<String> problems = LogLevels.problems(tree);
        if (!problems.isEmpty()) {
            throw new UnknownLevelException(path, problems);
        }
        return built;
    }

    private static final class UnknownLevelException extends ConfigurationException {

        private static final long serialVersionUID = 1L;

        private UnknownLevelException(String path, List<String> problems) {
            super(path, problems);
        }
    }
}
