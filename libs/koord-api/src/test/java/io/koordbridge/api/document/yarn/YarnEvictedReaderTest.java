package io.koordbridge.api.document.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.YarnEvicted;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import org.junit.jupiter.api.Test;

class YarnEvictedReaderTest {

    private static Decoded<YarnEvicted> evicted(String text) {
        return YarnEvictedReader.read(new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(Annotations.NODE_YARN_EVICTED, text.replace('\'', '"'))
                .endMetadata()
                .build());
    }

    @Test
    void amountsOfAnEvictionAreBroughtIntoRange() {
        Decoded<YarnEvicted> read =
                evicted("{'cpuMilli':-5,'memoryBytes':9007199254740993,'time':'2026-01-01T00:00:00Z'}");

        assertThat(read.problems()).extracting(WireProblem::field).containsExactly("cpuMilli", "memoryBytes");
        assertThat(read.value()).isEqualTo(new YarnEvicted(0L, 1L << 53, "2026-01-01T00:00:00Z"));
    }

    @Test
    void anEvictionMayLeaveOutWhatItDoesNotKnow() {
        assertThat(evicted("{}")).isEqualTo(Decoded.of(new YarnEvicted(null, null, null)));
        assertThat(evicted("{'cpuMilli':2,'time':'now'}").value()).isEqualTo(new YarnEvicted(2L, null, null));
        assertThat(evicted("{'time':'now'}").problems())
                .extracting(WireProblem::field)
                .containsExactly("time");
        assertThat(evicted("{'cpuMilli':'2'}").value()).isNull();
        assertThat(evicted("{'cpuMilli':1e30}").value()).isNull();
    }
}
