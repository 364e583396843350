package io.koordbridge.koordlet.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.koordbridge.api.binding.BindingProblems;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.config.RangeCheck;
import io.koordbridge.sloconfig.review.NearestName;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the configuration file; a key that is not known is refused and the nearest known one named. */
final class ConfigReader {

    private static final ObjectMapper MAPPER = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .withCoercionConfig(
                    LogicalType.Boolean,
                    numbers -> numbers.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail))
            .build();

    private ConfigReader() {}

    /**
     * The configuration.
     *
     * @throws IllegalArgumentException naming file, key, value and what is wanted
     */
    static KoordletConfig read(Path file) {
        return bind(file.toString(), tree(file));
    }

    /**
     * The configuration with values of flags, which win over those of the file.
     *
     * @param file null without one
     * @param settings by the names of their keys with dots
     * @throws IllegalArgumentException naming file, key, value and what is wanted
     */
    static KoordletConfig read(@Nullable Path file, Map<String, Object> settings) {
        JsonNode tree = file == null ? MissingNode.getInstance() : tree(file);
        if (!settings.isEmpty()) {
            tree = tree.isMissingNode() || tree.isNull() ? MAPPER.createObjectNode() : tree;
            for (Map.Entry<String, Object> one : settings.entrySet()) {
                set(tree, one.getKey().split("\\."), one.getValue());
            }
        }
        return bind(file == null ? "flags" : file.toString(), tree);
    }

    /** A document that is no object is refused later. */
    private static void set(JsonNode tree, String[] path, Object value) {
        JsonNode section = tree;
        for (int i = 0; i < path.length - 1 && section.isObject(); i++) {
            JsonNode next = section.path(path[i]);
            if (next.isMissingNode() || next.isNull()) {
                next = ((ObjectNode) section).putObject(path[i]);
            }
            section = next;
        }
        if (section.isObject()) {
            ((ObjectNode) section).set(path[path.length - 1], MAPPER.valueToTree(value));
        }
    }

    private static KoordletConfig bind(String file, JsonNode tree) {
        try {
            KoordletConfig config = tree.isMissingNode() ? null : MAPPER.treeToValue(tree, KoordletConfig.class);
            if (config == null) {
                return KoordletConfig.DEFAULT;
            }
            check(file, config);
            return config;
        } catch (UnrecognizedPropertyException e) {
            throw new IllegalArgumentException(file + ": " + unknownKey(e), e);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file + ": " + problem(e, tree), e);
        }
    }

    private static void check(String file, KoordletConfig config) {
        try {
            RangeCheck.check("", config);
            var unused = config.gates();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static JsonNode tree(Path file) {
        try {
            return MAPPER.readTree(text(file));
        } catch (MismatchedInputException e) {
            throw new IllegalArgumentException(file + ": want one document, there is a second one", e);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    file + ": line " + e.getLocation().getLineNr() + ": " + e.getOriginalMessage(), e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (MalformedInputException e) {
            throw new IllegalArgumentException("configuration file " + file + " cannot be read: no text in UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("configuration file " + file + " cannot be read: " + words(file, e), e);
        }
    }

    private static String words(Path file, IOException problem) {
        String words = FileErrorFormatter.of(problem);
        return words.startsWith(file + ": ") ? words.substring((file + ": ").length()) : words;
    }

    /** Ranges name their keys themselves. */
    private static String problem(JsonProcessingException failure, JsonNode tree) {
        if (failure.getCause() instanceof IllegalArgumentException outOfRange) {
            return String.valueOf(outOfRange.getMessage());
        }
        return failure instanceof MismatchedInputException mismatch
                ? BindingProblems.of(mismatch, tree, "")
                : path(failure) + failure.getOriginalMessage();
    }

    private static String unknownKey(UnrecognizedPropertyException problem) {
        String name = problem.getPropertyName();
        Collection<Object> known = problem.getKnownPropertyIds();
        List<String> names = known.stream().map(String::valueOf).sorted().toList();
        String hint = NearestName.of(name, names)
                .map(nearest -> ", did you mean '" + nearest + "'?")
                .orElseGet(() -> ", known keys are " + String.join(", ", names));
        return path(problem) + "unknown key" + hint;
    }

    private static String path(JsonProcessingException problem) {
        if (!(problem instanceof JsonMappingException mapping)
                || mapping.getPath().isEmpty()) {
            return "";
        }
        return mapping.getPath().stream()
                        .map(JsonMappingException.Reference::getFieldName)
                        .collect(Collectors.joining("."))
                + ": ";
    }
}
