package io.koordbridge.colo.plan.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeNamesTest {
    private static final NodeNames USUAL = NodeNames.by("");

    @ParameterizedTest
    @CsvSource({
        "worker-1:9100, worker-1",
        "10.0.0.1:9100, 10.0.0.1",
        "worker-1, worker-1",
        "[fd00::1]:9100, fd00::1",
        "fd00::1, fd00::1"
    })
    void anInstanceIsANodeWithoutItsPort(String instance, String node) {
        assertThat(USUAL.of(Map.of("instance", instance))).isEqualTo(node);
    }

    @Test
    void labelsThatNameNodesComeBeforeTheInstance() {
        assertThat(USUAL.of(Map.of("instance", "10.0.0.1:9100", "kubernetes_node", "b", "node", "a")))
                .isEqualTo("a");
        assertThat(USUAL.of(Map.of("instance", "10.0.0.1:9100", "kubernetes_node", "b", "node", "")))
                .isEqualTo("b");
        assertThat(USUAL.of(Map.of())).isEmpty();
    }

    @Test
    void theLabelOfTheOptionIsTheOnlyOneBesideTheInstance() {
        NodeNames names = NodeNames.by("host");

        assertThat(names.grouping()).isEqualTo("host, instance");
        assertThat(names.of(Map.of("host", "h", "node", "n"))).isEqualTo("h");
        assertThat(names.of(Map.of("node", "n", "instance", "i:1"))).isEqualTo("i");
        assertThat(USUAL.grouping()).isEqualTo("node, kubernetes_node, instance");
    }

    @Test
    void anAddressHasTheNameThatOtherSeriesGiveIt() {
        Series kubelet = new Series();
        kubelet.label("node", "worker-1");
        kubelet.label("instance", "10.0.0.1:10250");

        NodeNames names = USUAL.knowing(List.of(kubelet));

        assertThat(names.of(Map.of("instance", "10.0.0.1:9100"))).isEqualTo("worker-1");
        assertThat(names.of(Map.of("instance", "10.0.0.2:9100"))).isEqualTo("10.0.0.2");
    }
}
