package io.koordbridge.colo.config;

import io.koordbridge.sloconfig.catalog.ConfigCatalog;
import io.koordbridge.sloconfig.review.Finding;
import io.koordbridge.sloconfig.review.Finding.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A configuration in a file.
 *
 * @param data text by key
 * @param lines how to find a line of the file
 * @param findings what is wrong with the file around the texts
 */
record ConfigFile(Map<String, String> data, Map<String, Lines> lines, List<Finding> findings) {

    private static final String NAME = "slo-controller-config";

    ConfigFile {
        data = Map.copyOf(data);
        lines = Map.copyOf(lines);
        findings = List.copyOf(findings);
    }

    /**
     * Where a key's text is.
     *
     * @param key line of the key
     * @param before lines of the file before the text, when the text keeps the file's lines
     * @param oneLine whether the text does not keep the file's lines, as when line breaks are written as escapes
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

    /** Reads config maps, or just the data of one; texts of keys or, in plain data, also their content as YAML. */
    static List<ConfigFile> read(String text) {
        List<MappingNode> objects = YamlFile.objects(text);
        List<MappingNode> configMaps = objects.stream()
                .filter(object -> YamlFile.text(object, "kind").equals("ConfigMap"))
                .toList();
        List<MappingNode> ours = configMaps.stream().filter(ConfigFile::isNamed).toList();
        if (ours.isEmpty()) {
            ours = configMaps.stream().filter(ConfigFile::hasOurData).toList();
        }
        if (!ours.isEmpty()) {
            return ours.stream().map(ConfigFile::ofConfigMap).toList();
        }
        return objects.stream()
                .filter(object -> YamlFile.text(object, "kind").isEmpty() && hasKnownKey(object.getValue()))
                .findFirst()
                .map(object -> List.of(ofData(object.getValue(), true)))
                .orElseThrow(() -> new UnreadableFileException(
                        0, "neither a ConfigMap " + NAME + " nor its data (KEY: TEXT for each key)"));
    }

    private static boolean isNamed(MappingNode configMap) {
        return YamlFile.field(configMap, "metadata")
                .map(metadata -> metadata instanceof MappingNode mapping
                        && YamlFile.text(mapping, "name").equals(NAME))
                .orElse(false);
    }

    /** A config map of another name with a key that only this one has. */
    private static boolean hasOurData(MappingNode configMap) {
        return hasKnownKey(mapping(YamlFile.field(configMap, "data").orElse(null)));
    }

    private static boolean hasKnownKey(List<NodeTuple> fields) {
        return fields.stream()
                .anyMatch(field -> ConfigCatalog.find(YamlFile.key(field)).isPresent());
    }

    private static List<NodeTuple> mapping(@Nullable Node node) {
        return node instanceof MappingNode mapping ? mapping.getValue() : List.of();
    }

    private static ConfigFile ofConfigMap(MappingNode configMap) {
        Optional<Node> data = YamlFile.field(configMap, "data").filter(node -> !isNull(node));
        int line = YamlFile.line(data.orElse(configMap));
        if (data.isPresent() && !(data.get() instanceof MappingNode)) {
            return ofNothing(new Finding(
                    Severity.ERROR, line, "", "data", "data of a ConfigMap are a map", "KEY: | for each key"));
        }
        List<NodeTuple> fields = mapping(data.orElse(null));
        return fields.isEmpty()
                ? ofNothing(new Finding(
                        Severity.WARNING, line, "", "data", "no key: the defaults hold, colocation is off", ""))
                : ofData(fields, false);
    }

    private static ConfigFile ofNothing(Finding why) {
        return new ConfigFile(Map.of(), Map.of(), List.of(why));
    }

    private static ConfigFile ofData(List<NodeTuple> fields, boolean contentAllowed) {
        Map<String, String> data = new LinkedHashMap<>();
        Map<String, Lines> lines = new LinkedHashMap<>();
        List<Finding> findings = new ArrayList<>();
        for (NodeTuple field : fields) {
            String key = YamlFile.key(field);
            Node value = field.getValueNode();
            int keyLine = YamlFile.line(field.getKeyNode());
            Lines earlier = lines.get(key);
            if (earlier != null) {
                findings.add(new Finding(
                        Severity.ERROR, earlier.key(), key, "", "key again in line " + keyLine, "each key once"));
            }
            if (!contentAllowed && !isText(value)) {
                findings.add(new Finding(
                        Severity.ERROR,
                        keyLine,
                        key,
                        "",
                        "data of a ConfigMap are texts",
                        "'" + key + ": |' and what follows indented"));
            }
            if (value instanceof ScalarNode scalar) {
                data.put(key, isNull(scalar) ? "" : scalar.getValue());
                lines.put(key, ofText(keyLine, scalar));
            } else {
                data.put(key, LineKeeper.json(value));
                lines.put(key, new Lines(keyLine, 0, false));
            }
        }
        return new ConfigFile(data, lines, findings);
    }

    /** What an API server takes as a text; a null is an empty one to it. */
    private static boolean isText(Node value) {
        return value.getTag().equals(Tag.STR) || isNull(value);
    }

    private static boolean isNull(Node value) {
        return value.getTag().equals(Tag.NULL);
    }

    /** A folded text has other lines than the file. */
    private static Lines ofText(int keyLine, ScalarNode scalar) {
        return new Lines(keyLine, YamlFile.line(scalar), scalar.getScalarStyle() != ScalarStyle.LITERAL);
    }
}
