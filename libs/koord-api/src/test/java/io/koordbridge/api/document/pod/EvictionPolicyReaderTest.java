package io.koordbridge.api.document.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.protocol.Annotations;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvictionPolicyReaderTest {

    private static Decoded<Set<String>> read(String text) {
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .addToAnnotations(Annotations.POD_EVICTION_POLICY, text)
                .endMetadata()
                .build();
        return EvictionPolicyReader.read(pod);
    }

    /** The table of the reader. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | []",
                "[] | []",
                "[\"b\",\"a\",\"b\",null] | [a, b]",
                "[7] | bad",
                "[[\"a\"]] | bad",
                "{} | bad",
                "\"a\" | bad",
                "a | bad",
                "`` | bad",
            })
    void readsWhatTheTableSays(String text, String value) {
        Decoded<Set<String>> read = read(text);

        assertThat(read.found().map(names -> new TreeSet<>(names).toString()).orElse("bad"))
                .isEqualTo(value);
        assertThat(read.problems()).hasSize(value.equals("bad") ? 1 : 0);
    }

    @Test
    void noAnnotationIsAbsentAndAHugeOneUnreadable() {
        assertThat(EvictionPolicyReader.read(
                                new PodBuilder().withNewMetadata().endMetadata().build())
                        .isAbsent())
                .isTrue();
        assertThat(read("[\"" + "x".repeat(20_000) + "\"]").problems()).hasSize(1);
    }
}
