package io.koordbridge.manager.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.testkit.work.LinearWork;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPatchTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "{'a': [1]} | {'a': [1]} | []",
                "{'a': 1} | {'a': 2} | [{'op': 'replace', 'path': '/a', 'value': 2}]",
                "{'a': 1} | {} | [{'op': 'remove', 'path': '/a'}]",
                "{} | {'a': 1} | [{'op': 'add', 'path': '/a', 'value': 1}]",
                "{'a': {'b/c~d': 1}} | {'a': {'b/c~d': 2}} | [{'op': 'replace', 'path': '/a/b~1c~0d', 'value': 2}]",
                "{'a': [{'b': 1}, {'c': 2}]} | {'a': [{'b': 1}, {'c': 3}]} | [{'op': 'replace', 'path': '/a/1/c', 'value': 3}]",
                "{'a': [1]} | {'a': [1, 2, 3]} | [{'op': 'add', 'path': '/a/1', 'value': 2}, {'op': 'add', 'path': '/a/2', 'value': 3}]",
                "{'a': [1, 2, 3]} | {'a': [1]} | [{'op': 'remove', 'path': '/a/2'}, {'op': 'remove', 'path': '/a/1'}]",
                "{'a': [1]} | {'a': {'b': 1}} | [{'op': 'replace', 'path': '/a', 'value': {'b': 1}}]",
                "{'a': 1} | {'a': null} | [{'op': 'replace', 'path': '/a', 'value': null}]",
                "{'a': null} | {} | [{'op': 'remove', 'path': '/a'}]"
            })
    void addsReplacesAndRemoves(String before, String after, String patch) {
        assertThat(JsonPatch.of(tree(before), tree(after))).isEqualTo(tree(patch));
    }

    private static JsonNode tree(String text) {
        try {
            return MAPPER.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    @Property
    void makesTheOneDocumentOfTheOther(@ForAll("documents") JsonNode before, @ForAll("documents") JsonNode after) {
        ObjectNode root = NODES.objectNode();
        root.set("root", before.deepCopy());
        ObjectNode wanted = NODES.objectNode();
        wanted.set("root", after);

        JsonPatch.of(root.deepCopy(), wanted).forEach(operation -> apply(root, operation));

        assertThat(root).isEqualTo(wanted);
    }

    @Provide
    Arbitrary<JsonNode> documents() {
        Arbitrary<JsonNode> plain = Arbitraries.of(List.of(
                NODES.numberNode(1),
                NODES.numberNode(2),
                NODES.textNode("x"),
                NODES.nullNode(),
                NODES.booleanNode(true)));
        return Arbitraries.recursive(
                () -> plain, inner -> Arbitraries.oneOf(List.of(inner, arrays(inner), objects(inner))), 0, 3);
    }

    private static Arbitrary<JsonNode> arrays(Arbitrary<JsonNode> elements) {
        return elements.list().ofMaxSize(3).map(list -> NODES.arrayNode().addAll(list));
    }

    private static Arbitrary<JsonNode> objects(Arbitrary<JsonNode> values) {
        return Arbitraries.maps(Arbitraries.of("a", "b/c", "~d", "e"), values)
                .ofMaxSize(3)
                .map(fields -> {
                    ObjectNode object = NODES.objectNode();
                    fields.forEach(object::set);
                    return object;
                });
    }

    /** As RFC 6902 says. */
    private static void apply(ObjectNode root, JsonNode operation) {
        String path = operation.path("path").asText();
        int end = path.lastIndexOf('/');
        JsonNode parent = root.at(path.substring(0, end));
        String name = path.substring(end + 1).replace("~1", "/").replace("~0", "~");
        String op = operation.path("op").asText();
        JsonNode value = operation.path("value");
        if (parent instanceof ObjectNode object) {
            assertThat(object.has(name)).isEqualTo(!op.equals("add"));
            if (op.equals("remove")) {
                object.remove(name);
            } else {
                object.set(name, value);
            }
        } else if (parent instanceof ArrayNode array) {
            int at = Integer.parseInt(name);
            switch (op) {
                case "add" -> array.insert(at, value);
                case "remove" -> array.remove(at);
                default -> array.set(at, value);
            }
        }
    }

    /** Where each element differs, an element is moved, or the documents are deep. */
    @TestFactory
    Stream<DynamicTest> workAndAnswerGrowWithTheDocuments() {
        return List.of(
                LinearWork.test(
                        "elements that all differ",
                        5_000,
                        size -> pair(elements(size, "cpu"), elements(size, "kubernetes.io/batch-cpu")),
                        JsonPatchTest::difference),
                LinearWork.test(
                        "an element more in front",
                        5_000,
                        size -> pair(
                                elements(size, "cpu"), elements(size, "cpu").insert(0, "x")),
                        JsonPatchTest::difference),
                LinearWork.test(
                        "labels that all differ",
                        5_000,
                        size -> pair(labels(size, "a"), labels(size, "b")),
                        JsonPatchTest::difference))
                .stream();
    }

    private static List<JsonNode> pair(JsonNode before, JsonNode after) {
        return List.of(before, after);
    }

    private static void difference(List<JsonNode> documents) {
        JsonPatch.of(documents.get(0), documents.get(1));
    }

    private static ArrayNode elements(int size, String name) {
        ArrayNode array = NODES.arrayNode();
        for (int at = 0; at < size; at++) {
            array.addObject().putObject("resources").putObject("requests").put(name, at);
        }
        return array;
    }

    private static ObjectNode labels(int size, String value) {
        ObjectNode labels = NODES.objectNode();
        for (int at = 0; at < size; at++) {
            labels.put("label" + at, value);
        }
        return labels;
    }

    @Test
    void comparesDeepDocumentsOnce() {
        ObjectNode before = NODES.objectNode();
        ObjectNode after = NODES.objectNode();
        ObjectNode left = before;
        ObjectNode right = after;
        for (int depth = 0; depth < 900; depth++) {
            left.put("same", depth);
            right.put("same", depth);
            left = left.putObject("d");
            right = right.putObject("d");
        }
        left.put("leaf", 1);
        right.put("leaf", 2);

        assertThat(JsonPatch.of(before, after)).hasSize(1);
    }
}
