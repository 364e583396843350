package io.koordbridge.colo.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The configuration of the agents in a file, as the chart writes it: a ConfigMap beside that of the SLOs. */
final class AgentFile {

    private static final String NAME = "koordlet-config";
    private static final String KEY = "config.yaml";

    private AgentFile() {}

    /** Feature gates that it names; none without it, or when it cannot be read, because it is not what is looked at. */
    static Map<String, Boolean> gates(String text) {
        Map<String, Boolean> gates = new HashMap<>();
        for (MappingNode object : YamlFile.objects(text)) {
            if (YamlFile.text(object, "kind").equals("ConfigMap")
                    && part(object, "metadata")
                            .map(metadata -> YamlFile.text(metadata, "name"))
                            .filter(NAME::equals)
                            .isPresent()) {
                part(object, "data")
                        .map(data -> YamlFile.text(data, KEY))
                        .map(AgentFile::ofConfiguration)
                        .ifPresent(gates::putAll);
            }
        }
        return gates;
    }

    private static Map<String, Boolean> ofConfiguration(String text) {
        Map<String, Boolean> gates = new HashMap<>();
        for (MappingNode document : documents(text)) {
            for (NodeTuple gate :
                    part(document, "featureGates").map(MappingNode::getValue).orElse(List.of())) {
                if (gate.getValueNode() instanceof ScalarNode value) {
                    gates.put(YamlFile.key(gate), Boolean.parseBoolean(value.getValue()));
                }
            }
        }
        return gates;
    }

    private static List<MappingNode> documents(String text) {
        try {
            return YamlFile.objects(text);
        } catch (UnreadableFileException e) {
            return List.of();
        }
    }

    private static Optional<MappingNode> part(MappingNode of, String name) {
        return YamlFile.field(of, name).flatMap(AgentFile::mapping);
    }

    private static Optional<MappingNode> mapping(Node node) {
        return node instanceof MappingNode mapping ? Optional.of(mapping) : Optional.empty();
    }
}
