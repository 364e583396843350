package io.koordbridge.colo.config;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Locale;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Writes a YAML tree as JSON in which every value stands in the line of the file that it came from. */
final class LineKeeper {

    private final StringBuilder json = new StringBuilder();
    private int line = 1;

    private LineKeeper() {}

    static String json(Node node) {
        LineKeeper keeper = new LineKeeper();
        keeper.write(node);
        return keeper.json.toString();
    }

    private void write(Node node) {
        moveTo(node);
        if (node instanceof MappingNode mapping) {
            object(mapping);
        } else if (node instanceof SequenceNode sequence) {
            list(sequence);
        } else if (node instanceof ScalarNode scalar) {
            scalar(scalar);
        }
    }

    private void moveTo(Node node) {
        int wanted = YamlFile.line(node);
        while (line < wanted) {
            json.append('\n');
            line++;
        }
    }

    private void object(MappingNode mapping) {
        json.append('{');
        String separator = "";
        for (NodeTuple field : mapping.getValue()) {
            json.append(separator);
            moveTo(field.getKeyNode());
            quote(field.getKeyNode() instanceof ScalarNode key ? key.getValue() : "");
            json.append(':');
            write(field.getValueNode());
            separator = ",";
        }
        json.append('}');
    }

    private void list(SequenceNode sequence) {
        json.append('[');
        String separator = "";
        for (Node element : sequence.getValue()) {
            json.append(separator);
            write(element);
            separator = ",";
        }
        json.append(']');
    }

    private void scalar(ScalarNode scalar) {
        Tag tag = scalar.getTag();
        if (tag.equals(Tag.NULL)) {
            json.append("null");
        } else if (tag.equals(Tag.BOOL)) {
            json.append(scalar.getValue().toLowerCase(Locale.ROOT));
        } else if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            json.append(scalar.getValue());
        } else {
            quote(scalar.getValue());
        }
    }

    private void quote(String text) {
        json.append('"')
                .append(JsonStringEncoder.getInstance().quoteAsString(text))
                .append('"');
    }
}
