package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.InvalidResourceRequestException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real ResourceManager rejects an application whose master is larger than its largest node. */
class LargestContainerIT {

    /** A share of a tenth is below the floor of 1024 MB. */
    private static final BatchAmount ORIGIN = new BatchAmount(4_000, 4L << 30);

    private static final String SECOND = "node-2";
    private static final long FLOOR = 1_024;
    private static final long MASTER = 2_048;

    @TempDir
    Path hadoop;

    private final MiniYarn yarn = MiniYarn.shared();
    private final SmallCluster cluster = new SmallCluster();
    private final YarnClient client = YarnClient.createYarnClient();
    private DropwizardTestSupport<YarnOperatorConfiguration> process;

    @BeforeEach
    void start() throws Exception {
        client.init(yarn.clientConfiguration());
        client.start();
        Files.copy(yarn.clientFile(), hadoop.resolve("yarn-site.xml"));
        cluster.addNode(ORIGIN);
        cluster.addNode(SECOND, ORIGIN);
        offersPodsNothing(SECOND);
        unprotected(SECOND, "suppress.enabled is false");
        cluster.addNodeManagerPod(SmallCluster.NODE, "nm-1", yarn.node(0).id());
        cluster.addNodeManagerPod(SECOND, "nm-2", yarn.node(1).id());
        process = new DropwizardTestSupport<>(
                YarnOperator.class,
                "src/main/dist/conf/yarn-operator.yaml",
                List.of(
                                "server.applicationConnectors[0].port=0",
                                "server.adminConnectors[0].port=0",
                                "server.applicationConnectors[0].bindHost=127.0.0.1",
                                "server.adminConnectors[0].bindHost=127.0.0.1",
                                "server.shutdownGracePeriod=0s",
                                "logging.level=WARN",
                                "kubernetes.apiServer=" + cluster.url(),
                                "hadoop.confDir=" + hadoop,
                                "hadoop.pollInterval=200ms",
                                "leaderElection.enabled=false",
                                "lease.policy=static",
                                "lease.share=0.1",
                                "lease.times.growInterval=500ms",
                                "lease.times.settle=500ms",
                                "lease.times.reportStale=5s",
                                "lease.times.lateCall=1s")
                        .stream()
                        .map(setting -> setting.split("=", 2))
                        .map(setting -> ConfigOverride.config(setting[0], setting[1]))
                        .toArray(ConfigOverride[]::new));
        process.before();
    }

    @AfterEach
    void stop() {
        process.after();
        cluster.close();
        client.stop();
    }

    private void offersPodsNothing(String node) {
        cluster.client().nodes().withName(node).editStatus(one -> {
            one.getStatus().getAllocatable().put(ResourceNames.BATCH_CPU, new Quantity("0"));
            one.getStatus().getAllocatable().put(ResourceNames.BATCH_MEMORY, new Quantity("0"));
            return one;
        });
    }

    private void unprotected(String node, String why) {
        cluster.client().nodes().withName(node).edit(one -> {
            one.getMetadata().getAnnotations().put(Annotations.NODE_UNPROTECTED, why);
            return one;
        });
    }

    private void protectedAgain(String node) {
        cluster.client().nodes().withName(node).edit(one -> {
            one.getMetadata().getAnnotations().remove(Annotations.NODE_UNPROTECTED);
            return one;
        });
    }

    private long megabytes(MiniNode node) {
        return yarn.rest().node(node.id()).orElseThrow().capacityMegabytes();
    }

    private void awaitMegabytes(long first, long second) {
        await().atMost(PatientAwaits.PATIENCE)
                .untilAsserted(() -> assertThat(List.of(megabytes(yarn.node(0)), megabytes(yarn.node(1))))
                        .containsExactly(first, second));
    }

    /** Whether an application with such a master is accepted; it ends at once. */
    private boolean accepts(long masterMegabytes) throws IOException, YarnException {
        ApplicationSubmissionContext context = client.createApplication().getApplicationSubmissionContext();
        context.setQueue("default");
        context.setResource(Resource.newInstance(masterMegabytes, 1));
        context.setAMContainerSpec(
                ContainerLaunchContext.newInstance(Map.of(), Map.of(), List.of("sleep 600"), null, null, null));
        ApplicationId id = context.getApplicationId();
        try {
            client.submitApplication(context);
        } catch (InvalidResourceRequestException e) {
            assertThat(e).hasMessageContaining("greater than maximum allowed allocation");
            return false;
        }
        client.killApplication(id);
        return true;
    }

    private void awaitLimit() {
        await("the ResourceManager follows its largest node")
                .atMost(PatientAwaits.PATIENCE)
                .until(() -> !accepts(MASTER + 512));
    }

    @Test
    void aMasterIsAcceptedWhileLeasesAreAtTheirFloorAndTheNodeMoves() throws Exception {
        awaitMegabytes(MASTER, FLOOR);
        awaitLimit();
        assertThat(accepts(MASTER)).isTrue();

        protectedAgain(SECOND);
        unprotected(SmallCluster.NODE, "suppress.enabled is false");

        awaitMegabytes(FLOOR, MASTER);
        awaitLimit();
        assertThat(accepts(MASTER)).isTrue();
    }
}
