package io.koordbridge.sloconfig.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UnusedFieldsTest {

    @Test
    void namesThePartsOfAQosClassThatAreNotUsed() {
        assertThat(UnusedFields.of(Map.of("resource-qos-config", """
                        {"clusterStrategy": {"lsClass": {"cpuQOS": {"enable": true, "groupIdentity": 2, "schedIdle": 1},
                                                        "networkQOS": {"enable": true}},
                                             "policies": {"cpuPolicy": "groupIdentity", "netQOSPolicy": "tc"}},
                         "nodeStrategies": [{"name": "a", "nodeSelector": {"matchLabels": {"a": "b"}},
                                             "systemClass": {"cpuQOS": {"enable": true}}}]}
                        """)))
                .extracting(Finding::field)
                .containsExactlyInAnyOrder(
                        "clusterStrategy.lsClass.cpuQOS.schedIdle",
                        "clusterStrategy.lsClass.networkQOS",
                        "clusterStrategy.policies.netQOSPolicy",
                        "nodeStrategies[0].systemClass.cpuQOS");
    }

    @Test
    void namesASingleFieldWithItsLine() {
        assertThat(UnusedFields.of(Map.of("host-application-config", """
                        {"applications": [{"name": "nginx", "qos": "LS"}],
                         "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabels": {"a": "b"}}, "applications": [
                           {"name": "x", "strategy": {"cpuBurst": {}}}]}]}
                        """)))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.field()).isEqualTo("nodeConfigs[0].applications[0].strategy");
                    assertThat(each.line()).isEqualTo(3);
                });
    }

    @Test
    void saysNothingOfWhatIsUsed() {
        assertThat(UnusedFields.of(Map.of(
                        "colocation-config", "{\"enable\": true}",
                        "resource-threshold-config",
                                "{\"clusterStrategy\": {\"enable\": true, \"cpuEvictPolicy\": \"x\"}}",
                        "cpu-normalization-config", "{\"enable\": true}",
                        "system-config", "",
                        "unknown-config", "{}")))
                .isEmpty();
    }

    @Test
    void aTextThatCannotBeReadIsNoMatterOfIts() {
        assertThat(UnusedFields.of(Map.of("host-application-config", "nonsense")))
                .isEmpty();
    }
}
