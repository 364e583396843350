package io.koordbridge.sloconfig.nodeslo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.nodeslo.SloConfig.State;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeSloRendererTest {

    private static final State CONFIG = config(SloKey.THRESHOLD, """
            {"clusterStrategy": {"enable": true, "cpuSuppressThresholdPercent": 60},
             "nodeStrategies": [{"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}},
                                 "cpuSuppressThresholdPercent": 80}]}""");

    private static State config(SloKey key, String text) {
        return SloConfig.next(State.INITIAL, Map.of(key.key(), text)).state();
    }

    private static ObjectNode render(State config, Map<String, String> labels, Map<String, String> annotations) {
        return NodeSloRenderer.render(
                config,
                labels,
                annotations,
                JsonNodeFactory.instance.objectNode().put("mine", 1));
    }

    @Test
    void rendersClusterOrTheFirstMatchingEntry() {
        ObjectNode cluster = render(CONFIG, Map.of(), Map.of());
        ObjectNode entry = render(CONFIG, Map.of("pool", "a"), Map.of());

        assertThat(cluster.at("/resourceUsedThresholdWithBE/cpuSuppressThresholdPercent")
                        .asInt())
                .isEqualTo(60);
        assertThat(entry.at("/resourceUsedThresholdWithBE/cpuSuppressThresholdPercent")
                        .asInt())
                .isEqualTo(80);
        assertThat(entry.at("/resourceUsedThresholdWithBE/enable").asBoolean()).isTrue();
        assertThat(entry.at("/extensions/mine").asInt()).isEqualTo(1);
    }

    @Test
    void rendersEachPartWithItsDefaults() {
        ObjectNode spec = render(State.INITIAL, Map.of(), Map.of());

        assertThat(spec.at("/resourceUsedThresholdWithBE/cpuSuppressPolicy").asText())
                .isEqualTo("cpuset");
        assertThat(spec.at("/cpuBurstStrategy/policy").asText()).isEqualTo("none");
        assertThat(spec.at("/systemStrategy/totalNetworkBandwidth").asText()).isEqualTo("0");
        assertThat(spec.has("hostApplications")).isFalse();
    }

    @Test
    void takesTheBandwidthOfTheNodeFromItsAnnotation() {
        ObjectNode spec = render(CONFIG, Map.of(), Map.of(Annotations.NODE_NETWORK_BANDWIDTH, "10G"));

        assertThat(spec.at("/systemStrategy/totalNetworkBandwidth").asText()).isEqualTo("10G");
        assertThat(CONFIG.of(SloKey.SYSTEM)
                        .cluster()
                        .path("totalNetworkBandwidth")
                        .asText())
                .isEqualTo("0");
    }

    @Test
    void leavesTheSystemPartOutWhereTheBandwidthIsUnreadable() {
        assertThat(render(CONFIG, Map.of(), Map.of(Annotations.NODE_NETWORK_BANDWIDTH, "fast"))
                        .has("systemStrategy"))
                .isFalse();
    }

    @Test
    void rendersHostApplicationsWhereThereAreAny() {
        State config = config(
                SloKey.HOST_APPLICATIONS,
                "{\"applications\": [{\"name\": \"nginx\"}], \"nodeConfigs\": [{\"name\": \"a\", \"nodeSelector\":"
                        + " {\"matchLabels\": {\"pool\": \"a\"}}, \"applications\": []}]}");

        assertThat(render(config, Map.of(), Map.of())
                        .at("/hostApplications/0/name")
                        .asText())
                .isEqualTo("nginx");
        assertThat(render(config, Map.of("pool", "a"), Map.of()).has("hostApplications"))
                .isFalse();
    }
}
