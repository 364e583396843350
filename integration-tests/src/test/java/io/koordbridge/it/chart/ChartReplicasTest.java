package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.koordbridge.protocol.WellKnown;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas of one process reach each other's pages, and show that they are replicas. */
class ChartReplicasTest {

    private final List<HasMetadata> objects = new Chart()
            .renderWith("descheduler.enabled=true", "scheduler.enabled=true", "networkPolicy.egress.enabled=true");

    @ParameterizedTest
    @ValueSource(strings = {"yarn-operator", "koord-manager", "koord-descheduler"})
    void haveAnAddressAndATokenForNothingElse(String process) {
        PodSpec pod = Rendered.named(objects, Deployment.class, process)
                .getSpec()
                .getTemplate()
                .getSpec();
        Container container = pod.getContainers().get(0);
        String file = container.getVolumeMounts().stream()
                .filter(mount -> mount.getName().equals("peer-token"))
                .findFirst()
                .orElseThrow()
                .getMountPath();
        ServiceAccountTokenProjection token = pod.getVolumes().stream()
                .filter(volume -> volume.getName().equals("peer-token"))
                .findFirst()
                .orElseThrow()
                .getProjected()
                .getSources()
                .get(0)
                .getServiceAccountToken();
        String config = Rendered.named(objects, ConfigMap.class, process + "-config")
                .getData()
                .get("config.yaml");

        assertThat(container.getEnv())
                .filteredOn(variable -> variable.getName().equals("POD_IP"))
                .singleElement()
                .satisfies(variable -> assertThat(
                                variable.getValueFrom().getFieldRef().getFieldPath())
                        .isEqualTo("status.podIP"));
        assertThat(token.getAudience()).isEqualTo(WellKnown.PEER_AUDIENCE);
        assertThat(config).contains("host: ${POD_IP:-}", "peerTokenFile: " + file + "/" + token.getPath());
    }

    @ParameterizedTest
    @ValueSource(strings = {"yarn-operator", "koord-manager", "koord-descheduler"})
    void mayTalkToEachOtherOnThePortOfThePages(String process) {
        NetworkPolicy policy = Rendered.named(objects, NetworkPolicy.class, process);
        Map<String, String> selector = policy.getSpec().getPodSelector().getMatchLabels();

        assertThat(selector).isNotEmpty();
        assertThat(policy.getSpec().getIngress())
                .filteredOn(rule -> isPages(rule.getPorts()) && isOnly(selector, rule.getFrom()))
                .hasSize(1);
        assertThat(policy.getSpec().getEgress())
                .filteredOn(rule -> isPages(rule.getPorts()) && isOnly(selector, rule.getTo()))
                .hasSize(1);
    }

    private static boolean isPages(List<NetworkPolicyPort> ports) {
        return ports.size() == 1
                && Integer.valueOf(8080).equals(ports.get(0).getPort().getIntVal());
    }

    private static boolean isOnly(Map<String, String> selector, List<NetworkPolicyPeer> peers) {
        return peers.size() == 1
                && peers.get(0).getNamespaceSelector() == null
                && selector.equals(peers.get(0).getPodSelector().getMatchLabels());
    }
}
