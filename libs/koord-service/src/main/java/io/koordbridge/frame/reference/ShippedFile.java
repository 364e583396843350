package io.koordbridge.frame.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.dropwizard.jackson.Jackson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The file that a process is shipped with: it names every key with its default. */
public final class ShippedFile {

    private ShippedFile() {}

    /** Where the file and the configuration differ, each in words; empty when the file is complete and true. */
    public static <T> List<String> differences(Path file, Class<T> type, T defaults) throws IOException {
        ObjectMapper mapper = Jackson.newObjectMapper(new YAMLFactory());
        JsonNode tree = mapper.readTree(withoutVariables(Files.readString(file)));
        Map<String, String> shipped = new HashMap<>();
        Settings.of(mapper.treeToValue(tree, type)).forEach(one -> shipped.put(one.key(), one.defaultText()));
        List<String> differences = new ArrayList<>();
        for (Setting setting : Settings.of(defaults)) {
            if (!setting.isNamedInFile()) {
                continue;
            }
            if (tree.at("/" + setting.key().replace('.', '/')).isMissingNode()) {
                differences.add(setting.key() + " is missing");
            } else if (!setting.defaultText().equals(shipped.get(setting.key()))) {
                differences.add(setting.key() + " is " + shipped.get(setting.key()) + ", its default is "
                        + setting.defaultText());
            }
        }
        return differences;
    }

    /** {@code ${NAME:-default}} is its default. */
    private static String withoutVariables(String text) {
        return text.replaceAll("\\$\\{[A-Z_]+:-([^}]*)}", "$1");
    }
}
