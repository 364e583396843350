package io.koordbridge.sloconfig;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** JSON texts that look like the documents of a shape, with everything that people and machines get wrong. */
final class SchemaTexts {

    private static final List<String> JUNK = List.of(
            "null",
            "true",
            "\"\"",
            "\"x\"",
            "-1",
            "0",
            "101",
            "1.5",
            "-0",
            "1e2",
            "1e400",
            "1e-400",
            "9223372036854775807",
            "-9223372036854775808",
            "99999999999999999999999999999999999999",
            "NaN",
            "\"NaN\"",
            "Infinity",
            "[]",
            "{}",
            "[null]",
            "{\"\":null}",
            "[[[[[[[[]]]]]]]]",
            "[".repeat(2000),
            "{\"a\":".repeat(1500) + "1" + "}".repeat(1500),
            "\"\\u0000\\ud800\"",
            "\"" + "9".repeat(2000) + "\"",
            "9".repeat(1200));
    private static final Map<Scalar, List<String>> FITTING = Map.of(
            Scalar.BOOLEAN, List.of("true", "false"),
            Scalar.INT64, List.of("0", "1", "50", "100", "5000", "-1", "9223372036854775807"),
            Scalar.INT32, List.of("0", "1", "-2147483648", "2147483647", "7999"),
            Scalar.DOUBLE, List.of("0", "0.5", "1", "1e-300", "1e300", "-1.5"),
            Scalar.TEXT, List.of("\"a\"", "\"usage\"", "\"auto\"", "\"In\"", "\"\""),
            Scalar.QUANTITY, List.of("\"10M\"", "5", "1.5", "\"1e9999\"", "\"-3Gi\"", "\"1n\""),
            Scalar.DURATION, List.of("\"5m\"", "\"1h30m\"", "\"0\"", "\"-1ns\""),
            Scalar.INT_OR_TEXT, List.of("10", "\"10M\"", "\"x\"", "2147483647"),
            Scalar.ANY, List.of("1", "{\"growStepPercent\":5}", "[1,{}]", "\"x\""));

    private SchemaTexts() {}

    /** Documents of a shape; some are cut off. */
    static Arbitrary<String> of(Schema shape) {
        Arbitrary<String> whole = value(shape, 5);
        Arbitrary<String> cut = Combinators.combine(
                        whole, Arbitraries.integers().between(0, 400))
                .as((text, end) -> text.substring(0, Math.min(end, text.length())));
        return Arbitraries.frequencyOf(Tuple.of(8, whole), Tuple.of(1, cut));
    }

    private static Arbitrary<String> value(Schema shape, int levels) {
        Arbitrary<String> junk = Arbitraries.of(JUNK);
        Arbitrary<String> fitting = levels == 0 ? junk : fitting(shape, levels);
        return Arbitraries.frequencyOf(Tuple.of(12, fitting), Tuple.of(1, junk));
    }

    private static Arbitrary<String> fitting(Schema shape, int levels) {
        if (shape instanceof ObjectSchema object) {
            return object.fields().isEmpty() ? Arbitraries.just("{}") : object(object, levels);
        }
        if (shape instanceof ListSchema list) {
            return value(list.element(), levels - 1)
                    .list()
                    .ofMaxSize(3)
                    .map(elements -> "[" + String.join(",", elements) + "]");
        }
        if (shape instanceof MapSchema map) {
            return field(Arbitraries.of("cpu", "memory", "pool", "a/b", ""), value(map.value(), levels - 1))
                    .list()
                    .ofMaxSize(3)
                    .map(SchemaTexts::braces);
        }
        return Arbitraries.of(FITTING.get((Scalar) shape));
    }

    private static Arbitrary<String> object(ObjectSchema shape, int levels) {
        Arbitrary<String> known = Arbitraries.of(shape.fields())
                .flatMap(field -> field(spelling(field.name()), value(field.shape(), levels - 1)));
        Arbitrary<String> unknown = field(Arbitraries.of("unknown", "Enabled"), Arbitraries.of(JUNK));
        return Arbitraries.frequencyOf(Tuple.of(15, known), Tuple.of(1, unknown))
                .list()
                .ofMaxSize(6)
                .map(SchemaTexts::braces);
    }

    private static Arbitrary<String> spelling(String name) {
        return Arbitraries.of(name, name, name, name.toUpperCase(Locale.ROOT));
    }

    private static Arbitrary<String> field(Arbitrary<String> name, Arbitrary<String> value) {
        return Combinators.combine(name, value).as((one, text) -> "\"" + one + "\":" + text);
    }

    private static String braces(List<String> fields) {
        return fields.stream().collect(Collectors.joining(",", "{", "}"));
    }
}
