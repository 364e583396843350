package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnnotatedReservationTest {

    private static AnnotatedReservation of(String annotation) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .addToAnnotations(Annotations.NODE_RESERVATION, annotation)
                .endMetadata()
                .build();
        return AnnotatedReservation.of(node);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "abc | reservation = abc, allowed: such as",
                "{\"resources\": {\"cpu\": \"x\"}} | reservation = {\"resources\": {\"cpu\": \"x\"}}, allowed: such as",
                "{\"resources\": {\"cpu\": \"-2\"}} | resources = {\"cpu\":\"-2\"}, allowed: 0 or more",
                "{\"reservedCPUs\": \"0-99999\"} | reservedCPUs = 0-99999, allowed: ids and ranges such as 0-3,7",
                "{\"reservedCPUs\": \"3-1\"} | reservedCPUs = 3-1, allowed: ids and ranges such as 0-3,7"
            })
    void whatReservesNothingIsTold(String annotation, String told) {
        AnnotatedReservation reservation = of(annotation);

        assertThat(reservation.problem().map(Problem::message))
                .hasValueSatisfying(message -> assertThat(message)
                        .startsWith(Annotations.NODE_RESERVATION)
                        .contains(told));
        assertThat(reservation.reserved().max(CpuMemory.ZERO)).isEqualTo(CpuMemory.ZERO);
    }

    @Test
    void cpusThatAreListedTakeThePlaceOfTheirAmount() {
        AnnotatedReservation reservation =
                of("{\"resources\": {\"cpu\": \"1\", \"memory\": \"1Ki\"}, \"reservedCPUs\": \"0-3\"}");

        assertThat(reservation.problem()).isEmpty();
        assertThat(reservation.reserved()).isEqualTo(CpuMemory.ofMilliAndBytes(4000, 1024));
    }
}
