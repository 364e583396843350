package io.koordbridge.kube.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricNamesTest {

    @Test
    void writesLabelsBehindTheFamily() {
        assertThat(MetricNames.of("koord_api_patch_seconds", "part", "status", "code", "409"))
                .isEqualTo("koord_api_patch_seconds{part=status,code=409}");
        assertThat(MetricNames.of("koord_leader")).isEqualTo("koord_leader");
    }

    @Test
    void refusesALabelWithoutAValue() {
        assertThatThrownBy(() -> MetricNames.of("koord_leader", "lease"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("metric koord_leader: a label has no value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "", "a=b,c", "{}", "100 %", "Knoten ü", "two\nlines", "%41"})
    void readsBackWhatItWrote(String value) {
        MetricNames.Labelled read = MetricNames.read(MetricNames.of("family", "first", value, "second", "x"));

        assertThat(read.family()).isEqualTo("family");
        assertThat(read.labels()).isEqualTo(Map.of("first", value, "second", "x"));
    }

    @Test
    void takesAForeignNameForAFamily() {
        assertThat(MetricNames.read("jvm.memory.heap"))
                .isEqualTo(new MetricNames.Labelled("jvm.memory.heap", Map.of()));
    }
}
