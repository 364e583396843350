package io.koordbridge.koordlet.yarn;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers of the plugin from JSON. Unknown fields are passed over; a field of another kind or out of range is named and refused. */
final class PluginAnswers {

    /** A thousand times more cores than any machine has. */
    private static final long MOST_VCORES = 1_000_000;
    /** A pebibyte. */
    private static final long MOST_MEGABYTES = 1L << 30;

    /** Of names that go to the API server. */
    private static final int LONGEST_NAME = 300;

    private static final int SHOWN_CHARACTERS = 80;
    /** Enough for a thousand containers; a flood of tiny values would fill the heap with nodes of the tree. */
    private static final int MOST_TOKENS = 80_000;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxTokenCount(MOST_TOKENS)
                            .maxNestingDepth(32)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private PluginAnswers() {}

    /**
     * The answer to {@code /v2/node}.
     *
     * @throws BadAnswerException naming field, value and what is wanted
     */
    static YarnNode node(String body) throws BadAnswerException {
        Field root = root(body);
        Field capacity = root.object("capacity");
        Field placement = root.object("placement");
        List<String> degraded = new ArrayList<>();
        for (Field reason : root.elements("degraded")) {
            degraded.add(reason.requiredText());
        }
        return new YarnNode(
                root.at("nodeId").name(),
                root.at("rmClusterId").name(),
                amounts(capacity),
                amounts(root.object("masters")),
                placement == null
                        ? null
                        : new YarnNode.Placement(
                                placement.at("mode").text(),
                                placement.at("path").text(),
                                placement.at("confirmed").truth()),
                root.at("strangers").missing()
                        ? null
                        : !root.elements("strangers").isEmpty(),
                signals(root.object("decommission")),
                degraded);
    }

    private static YarnNode.@Nullable Signals signals(@Nullable Field found) throws BadAnswerException {
        return found == null
                ? null
                : new YarnNode.Signals(found.count("sent"), found.count("noHandler"), found.count("failed"));
    }

    private static YarnNode.@Nullable Capacity amounts(@Nullable Field found) throws BadAnswerException {
        return found == null
                ? null
                : new YarnNode.Capacity(
                        found.at("vcores").amount(MOST_VCORES),
                        found.at("memoryMB").amount(MOST_MEGABYTES));
    }

    /**
     * The answer to {@code /v2/containers}.
     *
     * @throws BadAnswerException naming field, value and what is wanted
     */
    static List<YarnContainer> containers(String body) throws BadAnswerException {
        Field root = root(body);
        if (root.at("containers").missing()) {
            throw root.at("containers").refused("a list");
        }
        List<YarnContainer> containers = new ArrayList<>();
        for (Field one : root.elements("containers")) {
            containers.add(container(one));
        }
        return containers;
    }

    private static YarnContainer container(Field one) throws BadAnswerException {
        Field usage = one.object("usage");
        Long priority = one.at("priority").number(Integer.MIN_VALUE, Integer.MAX_VALUE);
        return new YarnContainer(
                one.at("id").requiredText(),
                one.at("applicationId").text(),
                one.at("state").text(),
                one.at("executionType").text(),
                one.at("containerType").text(),
                priority == null ? null : priority.intValue(),
                one.at("vcores").amount(MOST_VCORES),
                one.at("memoryMB").amount(MOST_MEGABYTES),
                usage == null
                        ? null
                        : new YarnContainer.Usage(
                                usage.at("cpuMilli").amount(MOST_VCORES * 1000),
                                usage.at("memoryBytes").amount(MOST_MEGABYTES << 20)));
    }

    /** What an eviction did. */
    static PluginClient.EvictionAnswer eviction(String body) throws BadAnswerException {
        Field root = root(body);
        Field freed = root.object("freed");
        return new PluginClient.EvictionAnswer(
                texts(root, "evicted"),
                freed == null ? null : freed.at("cpuMilli").amount(MOST_VCORES * 1000),
                freed == null ? null : freed.at("memoryBytes").amount(MOST_MEGABYTES << 20),
                texts(root, "notFound"),
                texts(root, "alreadyEnding"));
    }

    private static List<String> texts(Field parent, String name) throws BadAnswerException {
        List<String> texts = new ArrayList<>();
        for (Field one : parent.elements(name)) {
            texts.add(one.requiredText());
        }
        return texts;
    }

    private static Field root(String body) throws BadAnswerException {
        try {
            Field root = new Field("answer", MAPPER.readTree(body));
            if (!root.value().isObject()) {
                throw root.refused("an object");
            }
            return root;
        } catch (JsonProcessingException e) {
            throw new BadAnswerException(
                    "answer",
                    "answer = '" + shortened(body) + "': want a JSON object of at most " + MOST_TOKENS + " tokens",
                    e);
        }
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "...";
    }

    /** A value and where it is. */
    private record Field(String path, JsonNode value) {

        Field at(String name) {
            return new Field(path.equals("answer") ? name : path + "." + name, value.path(name));
        }

        boolean missing() {
            return value.isMissingNode() || value.isNull();
        }

        BadAnswerException refused(String want) {
            String shown = value.isMissingNode() ? "nothing" : shortened(value.toString());
            return new BadAnswerException(path, path + " = " + shown + ": want " + want, null);
        }

        @Nullable
        Field object(String name) throws BadAnswerException {
            Field field = at(name);
            if (field.missing()) {
                return null;
            }
            if (!field.value.isObject()) {
                throw field.refused("an object");
            }
            return field;
        }

        List<Field> elements(String name) throws BadAnswerException {
            Field list = at(name);
            if (!list.missing() && !list.value.isArray()) {
                throw list.refused("a list");
            }
            List<Field> elements = new ArrayList<>();
            for (int i = 0; i < list.value.size(); i++) {
                elements.add(new Field(list.path + "[" + i + "]", list.value.path(i)));
            }
            return elements;
        }

        @Nullable
        String text() throws BadAnswerException {
            if (missing()) {
                return null;
            }
            if (!value.isTextual()) {
                throw refused("a text");
            }
            return value.textValue();
        }

        /** A text that is not long. */
        @Nullable
        String name() throws BadAnswerException {
            String text = text();
            if (text != null && text.length() > LONGEST_NAME) {
                throw refused("a text of at most " + LONGEST_NAME + " characters");
            }
            return text;
        }

        @Nullable
        Boolean truth() throws BadAnswerException {
            if (missing()) {
                return null;
            }
            if (!value.isBoolean()) {
                throw refused("true or false");
            }
            return value.booleanValue();
        }

        String requiredText() throws BadAnswerException {
            String text = text();
            if (text == null || text.isEmpty()) {
                throw refused("a text that is not empty");
            }
            return text;
        }

        /** 0 when it is not there. */
        long count(String name) throws BadAnswerException {
            Long count = at(name).amount(Long.MAX_VALUE);
            return count == null ? 0 : count;
        }

        /** Null when it is not known; never negative. */
        @Nullable
        Long amount(long most) throws BadAnswerException {
            return number(0, most);
        }

        @Nullable
        Long number(long least, long most) throws BadAnswerException {
            if (missing()) {
                return null;
            }
            boolean whole = value.isIntegralNumber() && value.canConvertToLong();
            if (!whole || value.longValue() < least || value.longValue() > most) {
                throw refused("a whole number from " + least + " to " + most);
            }
            return value.longValue();
        }
    }
}
