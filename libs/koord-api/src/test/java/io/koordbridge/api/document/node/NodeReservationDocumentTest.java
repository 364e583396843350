package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeReservationDocumentTest {

    private static final ReservedResources NONE = new ReservedResources(Map.of(), CpuSet.EMPTY, "");
    private static final ReservedResources LAST =
            NodeReservationDocument.read("{\"resources\":{\"cpu\":\"4\"}}").orElse(NONE);

    /** Value: amounts, CPUs and policy, or none; problem: its field and the value it names, or none. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | none | none",
                "{} | {} [] `` | none",
                "{`resources`: null, `reservedCPUs`: null} | {} [] `` | none",
                "{`resources`: {`cpu`: `4`, `memory`: `8Gi`}} | {cpu=4, memory=8Gi} [] `` | none",
                "{`Resources`: {`cpu`: 4, `x`: null}} | {cpu=4} [] `` | none",
                "{`resources`: {`cpu`: `1`}, `reservedCPUs`: `0-1,7,1`} | {cpu=1} [0-1,7] `` | none",
                "{`reservedCPUs`: `0`, `applyPolicy`: `ReservedCPUsOnly`} | {} [0] `ReservedCPUsOnly` | none",
                "{`resources`: {`cpu`: `4`, `memory`: `8GiB`}} | none | resources.memory: 8GiB",
                "{`resources`: {`cpu`: [4]}} | none | resources.cpu: [4]",
                "{`resources`: {`cpu`: true}} | none | resources.cpu: true",
                "{`resources`: {`cpu`: `NaN`}} | none | resources.cpu: NaN",
                "{`resources`: {`memory`: `-1Gi`, `cpu`: `2`}} | {cpu=2} [] `` | resources.memory: -1Gi",
                "{`resources`: {`memory`: `9Ei`}} | {memory=9007199254740992} [] `` | resources.memory: 9Ei",
                "{`resources`: {`cpu`: `1e999`}} | {cpu=9007199254740992} [] `` | resources.cpu: 1e999",
                "{`resources`: {`cpu`: `4`}, `reservedCPUs`: `a`} | none | reservedCPUs: a",
                "{`reservedCPUs`: `0-4097`} | none | reservedCPUs: 0-4097",
                "{`reservedCPUs`: `0-1,5-2`} | {} [0-1] `` | reservedCPUs: 0-1,5-2",
                "{`resources`: {`cpu`: `2`}, `applyPolicy`: `Soon`} | {cpu=2} [] `Soon` | applyPolicy: Soon",
                "{`reservedCPUs`: 7} | none | : {`reservedCPUs`: 7}",
                "{`resources`: [4]} | none | : {`resources`: [4]}",
                "[] | none | : []",
                "{ | none | : {",
                "not json | none | : not json",
                "{} {} | none | : {} {}"
            })
    void readsWhatTheTableSays(String text, String value, String problem) {
        Decoded<ReservedResources> read = NodeReservationDocument.read(text.replace('`', '"'));

        assertThat(read.map(NodeReservationDocumentTest::words).orElse("none").replace('"', '`'))
                .isEqualTo(value);
        assertThat(read.problems().stream()
                        .map(one -> one.field() + ": " + one.value().replace('"', '`'))
                        .collect(Collectors.joining(", ")))
                .isEqualTo(problem.equals("none") ? "" : problem);
        assertThat(read.problems()).allSatisfy(one -> assertThat(one.message()).contains(Annotations.NODE_RESERVATION));
        assertThat(NodeReservationDocument.inForce(read, LAST))
                .isEqualTo(read.problems().isEmpty() ? read.value() : LAST);
        assertThat(NodeReservationDocument.inForce(read, null)).isEqualTo(read.value());
    }

    private static String words(ReservedResources value) {
        return new TreeMap<>(value.resources()) + " [" + value.cpus() + "] \"" + value.applyPolicy() + "\"";
    }

    @Test
    void noTextIsAbsent() {
        assertThat(NodeReservationDocument.read(null).isAbsent()).isTrue();
    }

    @Test
    void aHugeTextIsReadInTimeThatGrowsWithIt() {
        String list = IntStream.range(0, 20_000).mapToObj(i -> "0-4096").collect(Collectors.joining(","));
        String amounts = IntStream.range(0, 5_000)
                .mapToObj(i -> "\"r" + i + "\": \"x" + i + "\"")
                .collect(Collectors.joining(","));

        assertThat(NodeReservationDocument.read("{\"reservedCPUs\": \"" + list + "\"}")
                        .orElse(NONE)
                        .milliCpu())
                .isEqualTo(4_097_000);
        assertThat(NodeReservationDocument.read("{\"resources\": {" + amounts + "}}")
                        .problems())
                .hasSize(5)
                .extracting(WireProblem::message)
                .allSatisfy(message -> assertThat(message).hasSizeLessThan(300));
    }

    @Test
    void listedCpusTakeThePlaceOfTheAmountOfCpu() {
        ReservedResources value = NodeReservationDocument.read(
                        "{\"resources\": {\"cpu\": \"1\"}, \"reservedCPUs\": \"0-3\"}")
                .orElse(NONE);

        assertThat(value.milliCpu()).isEqualTo(4_000);
        assertThat(value.trimsAllocatable()).isTrue();
        assertThat(LAST.milliCpu()).isEqualTo(4_000);
    }
}
