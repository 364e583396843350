package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.node.NodeReservationDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnnotatedReservationTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "abc | 0 | 0",
                "null | 0 | 0",
                "{\"resources\": {\"cpu\": \"4\", \"memory\": \"8GiB\"}} | 0 | 0",
                "{\"resources\": {\"cpu\": \"-2\", \"memory\": \"1Ki\"}} | 0 | 1024",
                "{\"reservedCPUs\": \"0-99999\"} | 0 | 0",
                "{\"reservedCPUs\": \"3-1\"} | 0 | 0",
                "{\"resources\": {\"cpu\": \"1500m\", \"memory\": \"1Ki\"}} | 1500 | 1024",
                "{\"resources\": {\"cpu\": \"1\", \"memory\": \"1Ki\"}, \"reservedCPUs\": \"0-3\"} | 4000 | 1024"
            })
    void keepsWhatTheDocumentSays(String annotation, long milliCpu, long bytes) {
        assertThat(AnnotatedReservation.of(
                        NodeReservationDocument.read(annotation).value()))
                .isEqualTo(CpuMemory.ofMilliAndBytes(milliCpu, bytes));
    }
}
