package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.AgentWord;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import io.koordbridge.yarnoperator.matching.NodeManagersOfNode;
import io.koordbridge.yarnoperator.matching.RegisteredHosts;
import io.koordbridge.yarnoperator.matching.RegisteredHosts.Registration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stock NodeManager whose port is 0, as it is by default, at a real ResourceManager that remembers each of its registrations. */
class EphemeralPortIT {

    /** No name of this machine, so that YARN calls the host by its address; the shared cluster's are elsewhere. */
    private static final String HOST = "127.0.0.2";

    private static final int STARTS = 3;
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Node node = new NodeBuilder()
            .withNewMetadata()
            .withName("worker-1")
            .endMetadata()
            .withNewStatus()
            .addNewAddress(HOST, "InternalIP")
            .endStatus()
            .build();
    private final Pod pod = new PodBuilder()
            .withNewMetadata()
            .withNamespace("hadoop")
            .withName("nm-7x2kp")
            .endMetadata()
            .withNewSpec()
            .withHostNetwork(true)
            .endSpec()
            .build();

    @Test
    void isFoundAfterEachRestartWithAPodAndWithoutOne(@TempDir Path directory) throws Exception {
        try (EdgeOnMiniYarn edge = new EdgeOnMiniYarn()) {
            Set<Integer> ports = new HashSet<>();
            for (int start = 0; start < STARTS; start++) {
                try (NodeManager nodeManager = start(edge, directory)) {
                    NodeId id = nodeManager.getNMContext().getNodeId();
                    assertThat(id.getHost()).isEqualTo(HOST);
                    int port = id.getPort();
                    ports.add(port);
                    NodeManagerRef own = new NodeManagerRef("", HOST, port);
                    await().atMost(SOON).untilAsserted(() -> {
                        assertThat(found(edge, List.of(pod), null)).containsExactly(own);
                        assertThat(found(edge, List.of(), word(port)))
                                .as("by the agent's word, without a pod")
                                .containsExactly(own);
                    });
                }
                await().atMost(SOON).untilAsserted(() -> assertThat(hosts(edge)).noneMatch(Registration::inUse));
            }
            assertThat(ports).as("each start has its own").hasSize(STARTS);
            assertThat(hosts(edge)).as("the ResourceManager remembers them").hasSizeGreaterThanOrEqualTo(2);
        }
    }

    private static AgentWord word(int port) {
        return new AgentWord(new YarnNodeId(HOST, port), null, true);
    }

    private List<NodeManagerRef> found(EdgeOnMiniYarn edge, List<Pod> pods, @Nullable AgentWord word) {
        RegisteredHosts all = new RegisteredHosts(edge.client().nodes().stream()
                .map(EphemeralPortIT::registration)
                .toList());
        return NodeManagersOfNode.of(node, pods, word, Set.of(""), Map.of("", all)).matches().stream()
                .map(NodeManagerMatch::ref)
                .toList();
    }

    private static List<Registration> hosts(EdgeOnMiniYarn edge) {
        return edge.client().nodes().stream()
                .filter(one -> one.host().equals(HOST))
                .map(EphemeralPortIT::registration)
                .toList();
    }

    private static Registration registration(ReportedNode one) {
        return new Registration(one.host(), one.port(), one.state().inUse());
    }

    private static NodeManager start(EdgeOnMiniYarn edge, Path directory) {
        Configuration settings =
                new Configuration(ClusterFiles.read(List.of(edge.yarn().clientFile())));
        settings.set("yarn.nodemanager.bind-host", "127.0.0.1");
        settings.set("yarn.nodemanager.address", HOST + ":0");
        settings.set("yarn.nodemanager.localizer.address", "127.0.0.1:0");
        settings.set("yarn.nodemanager.webapp.address", "127.0.0.1:0");
        settings.set("yarn.nodemanager.local-dirs", directory.resolve("local").toString());
        settings.set("yarn.nodemanager.log-dirs", directory.resolve("logs").toString());
        settings.set("yarn.nodemanager.resource.memory-mb", "1024");
        settings.set("yarn.nodemanager.resource.cpu-vcores", "1");
        settings.set("yarn.nodemanager.disk-health-checker.enable", "false");
        NodeManager nodeManager = new NodeManager();
        nodeManager.init(settings);
        nodeManager.start();
        return nodeManager;
    }
}
