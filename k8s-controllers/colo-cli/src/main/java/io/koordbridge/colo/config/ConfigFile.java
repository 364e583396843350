package io.koordbridge.colo.config;

import io.koordbridge.sloconfig.catalog.ConfigCatalog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * The configuration in a file.
 *
 * @param data text by key
 * @param lines how to find a line of the file
 */
record ConfigFile(Map<String, String> data, Map<String, Lines> lines) {

    private static final String NAME = "slo-controller-config";

    ConfigFile {
        data = Map.copyOf(data);
        lines = Map.copyOf(lines);
    }

    /**
     * Where a key's text is.
     *
     * @param key line of the key
     * @param before lines of the file before the text, when the text keeps the file's lines
     * @param oneLine whether the text stands in a single line, line breaks written as escapes
     */
    record Lines(int key, int before, boolean oneLine) {

        /** Line of the file for a line of the text; 0 means the key itself. */
        int of(int textLine) {
            return oneLine || textLine == 0 ? key : before + textLine;
        }
    }

    /** Line of the file for a line of a key's text. */
    int line(String key, int textLine) {
        Lines found = lines.get(key);
        return found == null ? textLine : found.of(textLine);
    }

    /** Reads a config map, or its data alone; texts of keys or, in data alone, also their content as YAML. */
    static ConfigFile read(String text) {
        List<MappingNode> objects = YamlFile.objects(text);
        List<MappingNode> configMaps = objects.stream()
                .filter(object -> YamlFile.text(object, "kind").equals("ConfigMap"))
                .toList();
        for (MappingNode configMap : configMaps) {
            if (isOurs(configMap)) {
                return ofData(mapping(YamlFile.field(configMap, "data").orElse(null)), false);
            }
        }
        return objects.stream()
                .filter(object -> YamlFile.text(object, "kind").isEmpty() && hasKnownKey(object.getValue()))
                .findFirst()
                .map(object -> ofData(object.getValue(), true))
                .orElseThrow(() -> new UnreadableFileException(
                        0, "neither a ConfigMap " + NAME + " nor its data (KEY: TEXT for each key)"));
    }

    /** A config map of the name, or of another name with a key that only this one has. */
    private static boolean isOurs(MappingNode configMap) {
        boolean named = YamlFile.field(configMap, "metadata")
                .map(metadata -> metadata instanceof MappingNode mapping
                        && YamlFile.text(mapping, "name").equals(NAME))
                .orElse(false);
        return named || hasKnownKey(mapping(YamlFile.field(configMap, "data").orElse(null)));
    }

    private static boolean hasKnownKey(List<NodeTuple> fields) {
        return fields.stream()
                .anyMatch(field -> ConfigCatalog.find(YamlFile.key(field)).isPresent());
    }

    private static List<NodeTuple> mapping(@Nullable Node node) {
        return node instanceof MappingNode mapping ? mapping.getValue() : List.of();
    }

    private static ConfigFile ofData(List<NodeTuple> fields, boolean contentAllowed) {
        Map<String, String> data = new LinkedHashMap<>();
        Map<String, Lines> lines = new LinkedHashMap<>();
        for (NodeTuple field : fields) {
            String key = YamlFile.key(field);
            Node value = field.getValueNode();
            int keyLine = YamlFile.line(field.getKeyNode());
            if (value instanceof ScalarNode scalar) {
                data.put(key, scalar.getValue());
                lines.put(key, ofText(keyLine, scalar));
            } else if (contentAllowed) {
                data.put(key, LineKeeper.json(value));
                lines.put(key, new Lines(keyLine, 0, false));
            } else {
                throw new UnreadableFileException(
                        keyLine, "data of a ConfigMap are texts: write '" + key + ": |' and indent what follows");
            }
        }
        return new ConfigFile(data, lines);
    }

    private static Lines ofText(int keyLine, ScalarNode scalar) {
        ScalarStyle style = scalar.getScalarStyle();
        boolean block = style == ScalarStyle.LITERAL || style == ScalarStyle.FOLDED;
        return new Lines(keyLine, YamlFile.line(scalar), !block);
    }
}
