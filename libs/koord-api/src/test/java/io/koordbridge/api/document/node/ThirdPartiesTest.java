package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThirdPartiesTest {

    private static Node node(String text) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, text)
                .endMetadata()
                .build();
    }

    private static Decoded<ThirdParties> read(String text) {
        return ThirdParties.read(node(text.replace('\'', '"')));
    }

    private static String entry(String name, String priority, String cpu) {
        return "{'name':'" + name + "','priority':'" + priority + "','resources':{'kubernetes.io/batch-cpu':'" + cpu
                + "'}}";
    }

    private static String document(String... entries) {
        return "{'allocations':[" + String.join(",", entries) + "]}";
    }

    private static long milliCpu(ThirdParties entries) {
        return entries.batch().stream()
                .mapToLong(one -> Quantities.value(one.resources(), ResourceNames.BATCH_CPU))
                .sum();
    }

    @Test
    void noAnnotationIsAbsent() {
        Node node = new NodeBuilder().withNewMetadata().endMetadata().build();

        assertThat(ThirdParties.read(node).isAbsent()).isTrue();
        assertThat(read("null").isAbsent()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{'allocations':null}", "{'allocations':[]}", "{'allocations':[null]}", "{'later':1}"})
    void aDocumentWithoutEntriesIsGood(String text) {
        assertThat(read(text)).isEqualTo(Decoded.of(ThirdParties.NONE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "7",
                "{'allocations':7}",
                "{'allocations':{}}",
                "{'allocations':['a']}",
                "{'allocations':[{'name':7}]}",
                "{'allocations':[{'resources':[]}]}",
                "{'allocations':[{'resources':{'kubernetes.io/batch-cpu':'8GiB'}}]}",
                "{'allocations':[{'resources':{'kubernetes.io/batch-cpu':true}}]}",
                "{'allocations':[]} x"
            })
    void whatHasAnotherShapeIsUnreadable(String text) {
        Decoded<ThirdParties> read = read(text);

        assertThat(read.value()).isNull();
        assertThat(read.problems()).singleElement().satisfies(one -> {
            assertThat(one.document()).isEqualTo(Annotations.NODE_THIRD_PARTY_ALLOCATIONS);
            assertThat(one.message()).contains("allowed: {\"allocations\":");
        });
    }

    @Test
    void theMessageNamesTheFieldThatIsNoQuantity() {
        assertThat(read(document(entry("a", "koord-batch", "1"), entry("b", "koord-batch", "8GiB")))
                        .problems()
                        .get(0)
                        .message())
                .contains("allocations[1].resources.kubernetes.io/batch-cpu = \"8GiB\"", "a quantity");
    }

    @ParameterizedTest
    @CsvSource({
        "koord-batch, 5, 5, ''",
        "koord-batch, 0, 0, ''",
        "koord-batch, 1.5k, 1500, ''",
        "koord-batch, 9007199254740992, 9007199254740992, ''",
        "koord-mid, 5, 0, ''",
        "koord-prod, -5, 0, ''",
        "koord-free, 5, 0, ''",
        "koord-bach, 5, 0, allocations[0].priority",
        "'', 5, 0, allocations[0].priority",
        "koord-batch, -5, -5, allocations[0].resources.kubernetes.io/batch-cpu",
        "koord-batch, 1e30, 9223372036854775807, allocations[0].resources.kubernetes.io/batch-cpu",
        "koord-batch, 9007199254740993, 9007199254740993, allocations[0].resources.kubernetes.io/batch-cpu",
    })
    void readsAnEntry(String priority, String cpu, long counted, String problem) {
        Decoded<ThirdParties> read = read(document(entry("a", priority, cpu)));

        assertThat(milliCpu(read.orElse(ThirdParties.NONE))).isEqualTo(counted);
        assertThat(read.problems())
                .extracting(WireProblem::field)
                .isEqualTo(problem.isEmpty() ? List.of() : List.of(problem));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'priority':'koord-batch'}",
                "{'priority':'koord-batch','resources':null}",
                "{'priority':'koord-batch','resources':{'nvidia.com/gpu':'2'}}",
                "{'priority':'koord-batch','resources':{'kubernetes.io/batch-cpu':null}}"
            })
    void anEntryWithoutBatchResourcesHoldsNothing(String text) {
        Decoded<ThirdParties> read = read(document(text));

        assertThat(read.isGood()).isTrue();
        assertThat(milliCpu(read.orElse(ThirdParties.NONE))).isZero();
    }

    @Test
    void eachEntryOfANameCounts() {
        Decoded<ThirdParties> read = read(document(entry("a", "koord-batch", "1"), entry("a", "koord-batch", "2")));

        assertThat(read.isGood()).isTrue();
        assertThat(milliCpu(read.orElse(ThirdParties.NONE))).isEqualTo(3);
    }

    @Test
    void aWrongEntryCountsAsItDid() {
        ThirdParties good = read(document(entry("a", "koord-batch", "1"), entry("b", "koord-batch", "2")))
                .orElse(ThirdParties.NONE);
        ThirdParties typo = read(document(entry("b", "koord-bach", "2"), entry("a", "koord-batch", "9")))
                .orElse(ThirdParties.NONE);

        assertThat(milliCpu(typo)).isEqualTo(9);
        assertThat(milliCpu(typo.withLastGood(good))).isEqualTo(11);
        assertThat(milliCpu(typo.withLastGood(null))).isEqualTo(9);
    }

    @Test
    void theSecondEntryOfANameCountsAsTheSecondDid() {
        ThirdParties good = read(document(entry("a", "koord-batch", "1"), entry("a", "koord-batch", "2")))
                .orElse(ThirdParties.NONE);
        ThirdParties typo = read(document(entry("a", "koord-batch", "4"), entry("a", "koord-batch", "-2")))
                .orElse(ThirdParties.NONE);

        assertThat(milliCpu(typo.withLastGood(good))).isEqualTo(6);
    }

    @Test
    void anEntryThatIsGoneOrWasNeverGoodIsNotInvented() {
        ThirdParties before = read(document(entry("a", "koord-batch", "1"))).orElse(ThirdParties.NONE);
        ThirdParties now = read(document(entry("b", "koord-bach", "2"))).orElse(ThirdParties.NONE);

        assertThat(now.withLastGood(before)).isEqualTo(now);
    }

    @Test
    void theFirstWrongEntriesAreNamed() {
        String many = IntStream.range(0, 1_000)
                .mapToObj(at -> entry("t" + at, "no-such-class", "1"))
                .collect(Collectors.joining(","));

        Decoded<ThirdParties> read = read(document(many));

        assertThat(read.orElse(ThirdParties.NONE).entries()).hasSize(1_000);
        assertThat(read.problems()).hasSize(10);
    }

    @Test
    void aLongQuantityMakesTheDocumentUnreadable() {
        assertThat(read(document(entry("a", "koord-batch", "9".repeat(65)))).value())
                .isNull();
        assertThat(read("x".repeat(100_000)).problems().get(0).message()).hasSizeLessThan(700);
    }

    @Test
    void everyEntryStaysForTheNextWriter() {
        Decoded<ThirdParties> read = read(document(entry("a", "koord-bach", "-1"), entry("b", "koord-mid", "2")));

        assertThat(read.orElse(ThirdParties.NONE).entries())
                .extracting(ThirdPartyAllocation::name)
                .containsExactly("a", "b");
    }
}
