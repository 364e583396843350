package io.koordbridge.colo.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.colo.config.LineKeeper;
import io.koordbridge.colo.config.UnreadableFileException;
import io.koordbridge.colo.config.YamlFile;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Finds the configuration of a scheduler in a file: the object itself, or a ConfigMap with its text. */
final class SchedulerConfigFile {

    private static final ObjectMapper STRICT =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

    private SchedulerConfigFile() {}

    /**
     * The configuration as JSON.
     *
     * @throws UnreadableFileException if the text is no YAML
     * @throws RefusedFieldException if there is none, or more than one
     */
    static JsonNode read(String text) {
        List<MappingNode> objects = YamlFile.objects(text);
        List<MappingNode> found = new ArrayList<>(configurations(objects));
        for (MappingNode object : objects) {
            if (YamlFile.text(object, "kind").equals("ConfigMap")) {
                texts(object).forEach(one -> found.addAll(configurations(YamlFile.objects(one))));
            }
        }
        if (found.size() != 1) {
            String kinds = String.join(
                    ", ",
                    objects.stream()
                            .map(object -> "'" + YamlFile.text(object, "kind") + "'")
                            .toList());
            throw new RefusedFieldException(
                    "kind",
                    found.isEmpty() ? (kinds.isEmpty() ? "nothing" : kinds) : found.size() + " configurations",
                    "one " + SchedulerConfigConverter.KIND + ", or a ConfigMap with the text of one");
        }
        return json(found.get(0));
    }

    private static List<MappingNode> configurations(List<MappingNode> objects) {
        return objects.stream()
                .filter(object -> YamlFile.text(object, "kind").equals(SchedulerConfigConverter.KIND))
                .toList();
    }

    /** Texts of a ConfigMap that may hold a configuration. */
    private static List<String> texts(MappingNode configMap) {
        return YamlFile.field(configMap, "data")
                .filter(MappingNode.class::isInstance)
                .map(data -> ((MappingNode) data).getValue())
                .orElse(List.of())
                .stream()
                .map(NodeTuple::getValueNode)
                .filter(ScalarNode.class::isInstance)
                .map(value -> ((ScalarNode) value).getValue())
                .filter(value -> value.contains(SchedulerConfigConverter.KIND))
                .toList();
    }

    private static JsonNode json(MappingNode object) {
        try {
            return STRICT.readTree(LineKeeper.json(object));
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new UnreadableFileException(line, "not JSON: " + e.getOriginalMessage());
        }
    }
}
