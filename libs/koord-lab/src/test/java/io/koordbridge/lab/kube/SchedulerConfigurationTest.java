package io.koordbridge.lab.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SchedulerConfigurationTest {
    private static final Path KUBECONFIG = Path.of("/run/lab/scheduler.kubeconfig");

    @Test
    void addsWhatARunningControlPlaneKnows() {
        JsonNode completed = complete("{}");

        assertThat(completed.at("/kind").asText()).isEqualTo("KubeSchedulerConfiguration");
        assertThat(completed.at("/apiVersion").asText()).isEqualTo("kubescheduler.config.k8s.io/v1");
        assertThat(completed.at("/clientConnection/kubeconfig").asText()).isEqualTo(KUBECONFIG.toString());
        assertThat(completed.at("/leaderElection/leaderElect").asBoolean(true)).isFalse();
    }

    @Test
    void keepsProfilesAndExtendersAsTheyAre() {
        JsonNode completed = complete("""
                profiles:
                  - schedulerName: koord-scheduler
                extenders:
                  - urlPrefix: http://127.0.0.1:8090
                    filterVerb: filter
                """);

        assertThat(completed.at("/profiles/0/schedulerName").asText()).isEqualTo("koord-scheduler");
        assertThat(completed.at("/extenders/0/filterVerb").asText()).isEqualTo("filter");
    }

    @Test
    void replacesTheConnectionOfAnotherCluster() {
        JsonNode completed =
                complete("clientConnection: {kubeconfig: /etc/elsewhere}\nleaderElection: {leaderElect: true}");

        assertThat(completed.at("/clientConnection/kubeconfig").asText()).isEqualTo(KUBECONFIG.toString());
        assertThat(completed.at("/leaderElection/leaderElect").asBoolean(true)).isFalse();
    }

    @Test
    void refusesWhatIsNotAMapping() {
        assertThatThrownBy(() -> complete("- a list")).isInstanceOf(IllegalArgumentException.class);
    }

    private static JsonNode complete(String yaml) {
        return Serialization.unmarshal(SchedulerConfiguration.complete(yaml, KUBECONFIG), JsonNode.class);
    }
}
