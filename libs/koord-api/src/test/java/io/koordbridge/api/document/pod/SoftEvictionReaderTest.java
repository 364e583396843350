package io.koordbridge.api.document.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.annotation.SoftEviction;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.protocol.Annotations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoftEvictionReaderTest {

    /** The table of the reader. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | absent",
                "{} | null/null",
                "{'Job':'j','initiator':'i','x':[],'reason':null} | i/j",
                "{'job':7} | bad",
                "[] | bad",
                "drain | bad",
            })
    void readsWhatTheTableSays(String text, String value) {
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .addToAnnotations(Annotations.POD_SOFT_EVICTION, text.replace('\'', '"'))
                .endMetadata()
                .build();
        Decoded<SoftEviction> read = SoftEvictionReader.read(pod);

        assertThat(read.found()
                        .map(found -> found.initiator() + "/" + found.job())
                        .orElse(read.isAbsent() ? "absent" : "bad"))
                .isEqualTo(value);
        assertThat(read.problems()).hasSize(value.equals("bad") ? 1 : 0);
    }
}
