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
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.koordbridge.api.binding.BindingProblems;
import io.koordbridge.koordlet.cgroup.FileWords;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Collectors;

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
        JsonNode tree = tree(file);
        try {
            KoordletConfig config = tree.isMissingNode() ? null : MAPPER.treeToValue(tree, KoordletConfig.class);
            return config == null ? KoordletConfig.DEFAULT : config;
        } catch (UnrecognizedPropertyException e) {
            throw new IllegalArgumentException(file + ": " + unknownKey(e), e);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file + ": " + problem(e, tree), e);
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
        String words = FileWords.of(problem);
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
        String nearest = known.stream()
                .map(String::valueOf)
                .min((a, b) -> Integer.compare(distance(name, a), distance(name, b)))
                .orElse("");
        String hint = distance(name, nearest) <= Math.max(2, name.length() / 3)
                ? ", did you mean '" + nearest + "'?"
                : ", known keys are "
                        + known.stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
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

    /** How many letters to change, add or drop to get from one word to the other. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replace = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
