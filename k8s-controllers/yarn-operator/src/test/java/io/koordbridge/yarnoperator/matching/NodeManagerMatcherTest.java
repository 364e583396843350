package io.koordbridge.yarnoperator.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Way;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeManagerMatcherTest {

    private final Node node = new NodeBuilder()
            .withNewMetadata()
            .withName("worker-1")
            .endMetadata()
            .withNewStatus()
            .addNewAddress("10.0.0.7", "InternalIP")
            .addNewAddress("worker-1.example.org", "Hostname")
            .endStatus()
            .build();

    private static Pod pod(String nodeId, String cluster, boolean hostNetwork) {
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withName("nm-3")
                .withNamespace("hadoop")
                .endMetadata()
                .withNewSpec()
                .withHostNetwork(hostNetwork)
                .endSpec()
                .withNewStatus()
                .withPodIP("10.1.2.3")
                .endStatus();
        if (nodeId != null) {
            pod.editMetadata()
                    .addToAnnotations(Annotations.YARN_NODE_ID, nodeId)
                    .endMetadata();
        }
        if (cluster != null) {
            pod.editMetadata()
                    .addToAnnotations(Annotations.YARN_CLUSTER_ID, cluster)
                    .endMetadata();
        }
        return pod.build();
    }

    private Optional<NodeManagerMatch> match(Pod pod, String... reported) {
        return NodeManagerMatcher.match(node, pod, Map.of("", Set.of(reported)));
    }

    private static Optional<NodeManagerMatch> found(String host, int port, Way way) {
        return Optional.of(new NodeManagerMatch(new NodeManagerRef("", host, port), way, "hadoop/nm-3", true));
    }

    @Test
    void takesTheAnnotationWhenTheResourceManagerKnowsIt() {
        assertThat(match(pod("nm-3:8041", null, false), "nm-3:8041", "nm-4:8041"))
                .isEqualTo(found("nm-3", 8041, Way.ANNOTATION));
    }

    @Test
    void findsTheFullNameBehindAShortOne() {
        assertThat(match(pod("nm-3:8041", null, false), "nm-3.nm.hadoop.svc:8041"))
                .isEqualTo(found("nm-3.nm.hadoop.svc", 8041, Way.FQDN));
    }

    @Test
    void doesNotTakeALongerHostNameForADomain() {
        assertThat(match(pod(null, null, false), "nm-33:8041")).isEmpty();
    }

    @Test
    void findsAPodOnTheHostNetworkByTheNodesNames() {
        assertThat(match(pod(null, null, true), "WORKER-1.example.org:8041"))
                .isEqualTo(found("WORKER-1.example.org", 8041, Way.HOST_NAME));
    }

    @Test
    void findsAPodByItsAddress() {
        assertThat(match(pod(null, null, false), "10.1.2.3:8041")).isEqualTo(found("10.1.2.3", 8041, Way.IP));
    }

    @Test
    void tellsTwoOnOneHostApartByThePort() {
        assertThat(match(pod("nm-3:8042", null, false), "nm-3.a:8041", "nm-3.a:8042"))
                .isEqualTo(found("nm-3.a", 8042, Way.FQDN));
        assertThat(match(pod(null, null, false), "nm-3.a:8041", "nm-3.a:8042")).isEmpty();
    }

    @Test
    void keepsAnAnnotationThatTheResourceManagerDoesNotKnowYet() {
        assertThat(match(pod("nm-3:8041", null, false))).isEqualTo(found("nm-3", 8041, Way.ANNOTATION_UNCONFIRMED));
    }

    @Test
    void tellsAHostOfItsOwnFromOneThatOnlyTheAnnotationNames() {
        assertThat(match(pod("nm-4:8041", null, false), "nm-4:8041"))
                .hasValueSatisfying(match -> assertThat(match.here()).isFalse());
        assertThat(match(pod("worker-1:8041", null, true), "worker-1:8041"))
                .hasValueSatisfying(match -> assertThat(match.here()).isTrue());
    }

    @Test
    void looksOnlyIntoTheNamedCluster() {
        assertThat(match(pod("nm-3:8041", "blue", false), "nm-3:8041")).hasValueSatisfying(match -> {
            assertThat(match.ref().cluster()).isEqualTo("blue");
            assertThat(match.way()).isEqualTo(Way.ANNOTATION_UNCONFIRMED);
        });
    }

    @Test
    void ignoresAnAnnotationThatIsNoHostAndPort() {
        assertThat(match(pod("nm-9", null, false), "nm-9:8041")).isEmpty();
        assertThat(match(pod("nm-9:http", null, false), "nm-9:8041")).isEmpty();
    }
}
