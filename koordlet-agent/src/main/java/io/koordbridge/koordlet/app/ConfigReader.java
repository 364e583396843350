package io.koordbridge.koordlet.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Collectors;

/** Reads the configuration file; a key that is not known is refused and the nearest known one named. */
final class ConfigReader {

    private static final ObjectMapper MAPPER = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private ConfigReader() {}

    /**
     * The configuration.
     *
     * @throws IllegalArgumentException naming file, key, value and what is wanted
     */
    static KoordletConfig read(Path file) {
        try {
            String text = Files.readString(file);
            KoordletConfig config = text.isBlank() ? null : MAPPER.readValue(text, KoordletConfig.class);
            return config == null ? KoordletConfig.DEFAULT : config;
        } catch (UnrecognizedPropertyException e) {
            throw new IllegalArgumentException(file + ": " + unknownKey(e), e);
        } catch (JsonProcessingException e) {
            String problem = e.getCause() instanceof IllegalArgumentException cause
                    ? String.valueOf(cause.getMessage())
                    : e.getOriginalMessage();
            throw new IllegalArgumentException(file + ": " + path(e) + problem, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("configuration file " + file + " cannot be read: " + e, e);
        }
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
