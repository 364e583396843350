package io.koordbridge.sloconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.document.text.QuantityReader;
import io.koordbridge.testkit.work.LinearWork;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What others write is read in time and memory that grow with it and no faster. */
class ForeignInputTest {

    private static final ObjectSchema DOCUMENT = ObjectSchema.of(
            Field.of("amounts", new MapSchema(Scalar.QUANTITY)), Field.of("list", new ListSchema(Scalar.TEXT)));

    @TestFactory
    Stream<DynamicTest> readsInLinearWork() {
        return Stream.of(
                document("amounts", "{\"amounts\": {%s}}", "\"a%d\": \"1\""),
                document("elements", "{\"list\": [%s]}", "\"a%d\""),
                document("elements of another kind", "{\"list\": [%s]}", "%d"),
                document("fields that are not known", "{%s}", "\"amount%d\": 1"),
                document("fields named twice", "{%s}", "\"list\": [\"%d\"]"),
                LinearWork.test(
                        "values of a selector",
                        5_000,
                        size -> new LabelSelectorBuilder()
                                .addNewMatchExpression()
                                .withKey("a")
                                .withOperator("In")
                                .withValues(IntStream.range(0, size)
                                        .mapToObj(Integer::toString)
                                        .toList())
                                .endMatchExpression()
                                .build(),
                        CompiledSelector::of));
    }

    private static DynamicTest document(String name, String form, String one) {
        return LinearWork.test(
                name,
                5_000,
                size -> form.formatted(
                        IntStream.range(0, size).mapToObj(one::formatted).collect(Collectors.joining(","))),
                text -> DocumentDecoder.decode("key", text, DOCUMENT));
    }

    @Test
    void neitherALongQuantityNorALongDurationIsOne() {
        for (String zeros : List.of("0".repeat(64), "0".repeat(250_000))) {
            assertThat(QuantityReader.parse(zeros + "1")).isEmpty();
            assertThat(GoDurations.nanos(zeros + "1s")).isEmpty();
        }
        assertThat(GoDurations.nanos("0".repeat(62) + "1s")).hasValue(1_000_000_000L);
    }
}
