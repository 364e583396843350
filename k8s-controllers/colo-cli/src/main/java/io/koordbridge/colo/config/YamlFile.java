package io.koordbridge.colo.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** YAML, or JSON which is YAML too, as nodes that know their lines. */
public final class YamlFile {

    private static final int MOST_LEVELS = 100;
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setSchema(new CoreSchema()).build();

    private YamlFile() {}

    /** All documents of a text, lists of objects taken apart. */
    public static List<MappingNode> objects(String text) {
        List<MappingNode> objects = new ArrayList<>();
        try {
            checkDepth(text);
            Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Node document : new Compose(SETTINGS).composeAllFromString(text)) {
                add(document, objects, seen);
            }
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
            throw new UnreadableFileException(line, "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new UnreadableFileException(0, "not YAML: " + e.getMessage());
        }
        return objects;
    }

    /** Nodes are composed by recursion, events are not. */
    private static void checkDepth(String text) {
        int depth = 0;
        for (Event event : new Parse(SETTINGS).parseString(text)) {
            if (event instanceof CollectionStartEvent) {
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            }
            if (depth > MOST_LEVELS) {
                int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
                throw new UnreadableFileException(line, "not YAML: more than " + MOST_LEVELS + " levels");
            }
        }
    }

    /** An alias can stand in what it is the alias of. */
    private static void add(Node node, List<MappingNode> objects, Set<Node> seen) {
        if (node instanceof MappingNode mapping && seen.add(node)) {
            Optional<Node> items = field(mapping, "items");
            if (items.isPresent() && items.get() instanceof SequenceNode list) {
                list.getValue().forEach(item -> add(item, objects, seen));
            } else {
                objects.add(mapping);
            }
        }
    }

    /** Value of a field. */
    public static Optional<Node> field(MappingNode mapping, String name) {
        return mapping.getValue().stream()
                .filter(tuple -> name.equals(key(tuple)))
                .map(NodeTuple::getValueNode)
                .findFirst();
    }

    /** Text of a field, empty when it has none. */
    public static String text(MappingNode mapping, String name) {
        return field(mapping, name)
                .map(node -> node instanceof ScalarNode scalar ? scalar.getValue() : "")
                .orElse("");
    }

    static String key(NodeTuple tuple) {
        return tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    /** Line where a node begins, counted from 1. */
    static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }
}
