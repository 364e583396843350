package io.koordbridge.api.document.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YarnPodTest {

    private static Pod pod(Map<String, String> annotations) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("p")
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private static Decoded<YarnPod> read(String nodeId) {
        return YarnPod.read(pod(Map.of(Annotations.YARN_NODE_ID, nodeId)));
    }

    @ParameterizedTest
    @CsvSource({
        "h:8041, h, 8041",
        "' h : 1 ', h, 1",
        "a.b.c:65535, a.b.c, 65535",
        "[::1]:8041, [::1], 8041",
        "h:0, h, 0"
    })
    void aNodeIdIsHostAndPort(String text, String host, int port) {
        assertThat(read(text)).isEqualTo(Decoded.of(new YarnPod(new YarnNodeId(host, port), "")));
        assertThat(new YarnNodeId(host, port)).hasToString(host + ":" + port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "h", ":8041", "h:", "h:65536", "h:-1", "h:x", "h:99999999999", "null"})
    void anotherTextIsNamedAndCountsAsNone(String text) {
        assertThat(read(text).value()).isEqualTo(new YarnPod(null, ""));
        assertThat(read(text).problems()).extracting(WireProblem::document).containsExactly(Annotations.YARN_NODE_ID);
    }

    @Test
    void aLongTextCountsAsNone() {
        assertThat(read("h".repeat(100_000) + ":8041").value()).isEqualTo(new YarnPod(null, ""));
        assertThat(read("h".repeat(100_000) + ":8041").problems()).hasSize(1);
    }

    @Test
    void withoutAnnotationsItIsOfTheDefaultCluster() {
        assertThat(YarnPod.read(pod(Map.of()))).isEqualTo(Decoded.of(new YarnPod(null, "")));
        assertThat(YarnPod.read(pod(Map.of(Annotations.YARN_CLUSTER_ID, "c"))))
                .isEqualTo(Decoded.of(new YarnPod(null, "c")));
    }

    @Test
    void aLabelMakesAPodANodeManager() {
        Pod labelled = pod(Map.of());
        labelled.getMetadata().setLabels(Map.of(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER));

        assertThat(YarnPod.isNodeManager(labelled)).isTrue();
        assertThat(YarnPod.isNodeManager(pod(Map.of()))).isFalse();
    }
}
