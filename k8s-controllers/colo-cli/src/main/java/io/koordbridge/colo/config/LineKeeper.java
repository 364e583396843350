package io.koordbridge.colo.config;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Writes a YAML tree as JSON in which every value stands in the line of the file that it came from. */
public final class LineKeeper {

    /** More than any configuration has; aliases of aliases can stand for more than memory holds. */
    private static final int MOST_CHARACTERS = 4 << 20;

    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?");

    private final StringBuilder json = new StringBuilder();
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private int line = 1;

    private LineKeeper() {}

    /** JSON of a tree. */
    public static String json(Node node) {
        LineKeeper keeper = new LineKeeper();
        keeper.write(node);
        return keeper.json.toString();
    }

    private void write(Node node) {
        if (!open.add(node)) {
            throw new UnreadableFileException(YamlFile.line(node), "not JSON: an alias of its own parent");
        }
        if (json.length() > MOST_CHARACTERS) {
            throw new UnreadableFileException(
                    YamlFile.line(node), "not JSON: aliases stand for more than " + MOST_CHARACTERS + " characters");
        }
        moveTo(node);
        if (node instanceof MappingNode mapping) {
            object(mapping);
        } else if (node instanceof SequenceNode sequence) {
            list(sequence);
        } else if (node instanceof ScalarNode scalar) {
            scalar(scalar);
        }
        open.remove(node);
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
            json.append(number(scalar.getValue()));
        } else {
            quote(scalar.getValue());
        }
    }

    /** YAML writes numbers in ways that JSON does not know. Infinite ones are no numbers there, and become texts. */
    private static String number(String text) {
        if (JSON_NUMBER.matcher(text).matches()) {
            return text;
        }
        try {
            return switch (text.substring(0, Math.min(2, text.length()))) {
                case "0x" -> new BigInteger(text.substring(2), 16).toString();
                case "0o" -> new BigInteger(text.substring(2), 8).toString();
                default -> new BigDecimal(text).toString();
            };
        } catch (NumberFormatException e) {
            return "\"" + text + "\"";
        }
    }

    private void quote(String text) {
        json.append('"')
                .append(JsonStringEncoder.getInstance().quoteAsString(text))
                .append('"');
    }
}
