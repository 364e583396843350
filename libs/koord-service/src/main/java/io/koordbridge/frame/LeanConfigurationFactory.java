package io.koordbridge.frame;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.ConfigurationFactory;
import io.dropwizard.configuration.ConfigurationSourceProvider;
import io.dropwizard.configuration.YamlConfigurationFactory;
import jakarta.validation.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Reads a configuration as Dropwizard does, without the survey of all its fields that Dropwizard makes first: only overrides of
 * lists need it, and it costs a start a twentieth of its CPU. Whatever is not read at once, an error above all, is left to
 * Dropwizard.
 */
final class LeanConfigurationFactory<T> implements ConfigurationFactory<T> {

    /** Neither an index of a list nor a name with a dot in it. */
    private static final Pattern PLAIN_KEY = Pattern.compile("\\w+(\\.\\w+)*");

    private final Class<T> type;
    private final Validator validator;
    private final ObjectMapper mapper;
    private final String prefix;
    private final Supplier<ConfigurationFactory<T>> dropwizard;

    /**
     * A factory.
     *
     * @param propertyPrefix system properties {@code prefix.a.b} override the field {@code b} of the section {@code a}
     */
    LeanConfigurationFactory(Class<T> type, Validator validator, ObjectMapper mapper, String propertyPrefix) {
        this.type = type;
        this.validator = validator;
        this.mapper = mapper.copy().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        this.prefix = propertyPrefix + ".";
        this.dropwizard = () -> new WithLevels(propertyPrefix);
    }

    /** Dropwizard's own, which takes any text for a level. */
    private final class WithLevels extends YamlConfigurationFactory<T> {

        private WithLevels(String propertyPrefix) {
            super(type, validator, LeanConfigurationFactory.this.mapper, propertyPrefix);
        }

        @Override
        protected T build(JsonNode tree, String path) throws IOException, ConfigurationException {
            T built = super.build(tree, path);
            List<String> problems = LogLevels.problems(tree);
            if (!problems.isEmpty()) {
                throw new UnknownLevel(path, problems);
            }
            return built;
        }
    }

    private static final class UnknownLevel extends ConfigurationException {

        private static final long serialVersionUID = 1L;

        private UnknownLevel(String path, List<String> problems) {
            super(path, problems);
        }
    }

    @Override
    public T build(ConfigurationSourceProvider provider, String path) throws IOException, ConfigurationException {
        Optional<T> read =
                read(provider, path).filter(one -> validator.validate(one).isEmpty());
        return read.isPresent() ? read.get() : dropwizard.get().build(provider, path);
    }

    @Override
    public T build() throws IOException, ConfigurationException {
        return dropwizard.get().build();
    }

    private Optional<T> read(ConfigurationSourceProvider provider, String path) throws IOException {
        try (InputStream text = provider.open(path)) {
            JsonNode tree = mapper.readTree(new YAMLFactory().createParser(text));
            return tree instanceof ObjectNode root
                            && override(root)
                            && LogLevels.problems(root).isEmpty()
                    ? Optional.of(mapper.treeToValue(tree, type))
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            // Dropwizard reads it again and says what is wrong with it.
            return Optional.empty();
        }
    }

    /** Whether all overrides are plain fields of sections. */
    private boolean override(ObjectNode root) {
        return overrides().entrySet().stream().allMatch(one -> override(root, one.getKey(), one.getValue()));
    }

    private Map<String, String> overrides() {
        Map<String, String> found = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), System.getProperty(name));
            }
        }
        return found;
    }

    private static boolean override(ObjectNode root, String key, String value) {
        if (!PLAIN_KEY.matcher(key).matches()) {
            return false;
        }
        ObjectNode section = root;
        int begin = 0;
        for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', begin)) {
            String name = key.substring(begin, dot);
            JsonNode below = section.get(name);
            if (below != null && !below.isObject()) {
                return false;
            }
            section = below instanceof ObjectNode present ? present : section.putObject(name);
            begin = dot + 1;
        }
        section.put(key.substring(begin), value);
        return true;
    }
}
