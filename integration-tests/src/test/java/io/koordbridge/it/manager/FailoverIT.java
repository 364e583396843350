package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ApiWrites;
import io.koordbridge.lab.kube.ApiWrites.Write;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two replicas on a real API server: what becomes of updates and of a leader that was away. */
@Tag("long")
class FailoverIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String NAMESPACE = "koordinator-system";
    private static final String LEASE = "koordinator-manager";
    private static final String BATCH_CPU = "kubernetes.io/batch-cpu";
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final int NODES = 8;

    /** 60 % of 16 cores. */
    private static final int RECLAIMABLE_MILLI = 9_600;

    @TempDir
    private Path directory;

    private RealControlPlane controlPlane;
    private KubernetesClient client;
    private ApiWrites writes;
    private ManagerUnderTest leader;
    private ManagerUnderTest follower;

    @BeforeEach
    void startTwoReplicas() throws IOException {
        controlPlane =
                ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly().withAudit());
        client = controlPlane.client();
        ChartDefinitions.install(client);
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            client.resources(NodeMetric.class).list();
            return true;
        });
        controlPlane.createNamespace(NAMESPACE);
        ManagerCluster.load(client, """
                apiVersion: v1
                kind: ConfigMap
                metadata: {namespace: koordinator-system, name: slo-controller-config}
                data: {colocation-config: '{"enable": true}', resource-threshold-config: '{"clusterStrategy": {"enable": true}}'}
                """);
        IntStream.range(0, NODES).forEach(this::createNode);
        writes = new ApiWrites(controlPlane.auditLog());
        leader = replica("koord-manager-a");
        await().atMost(PATIENCE).until(() -> leads(leader));
        follower = replica("koord-manager-b");
        await().atMost(PATIENCE)
                .until(() ->
                        client.resources(NodeMetric.class).list().getItems().size() == NODES);
        IntStream.range(0, NODES).forEach(node -> report(node, 1_000));
        await().atMost(PATIENCE).until(() -> IntStream.range(0, NODES).allMatch(node -> shows(node, 1_000)));
    }

    @AfterEach
    void stop() {
        if (follower != null) {
            follower.close();
        }
        if (leader != null) {
            leader.close();
        }
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    @Test
    void theEndOfALeaderUnderLoadLosesNoUpdate() throws Exception {
        Map<Integer, Integer> latest = new ConcurrentHashMap<>();
        AtomicInteger reports = new AtomicInteger();
        AtomicBoolean enough = new AtomicBoolean();
        ExecutorService agents = Executors.newSingleThreadExecutor();
        try {
            Future<?> load = agents.submit(() -> {
                for (int i = 0; !enough.get() || i % NODES != 0; i++) {
                    int node = i % NODES;
                    int milli = 1_000 + i / NODES % 5 * 1_000 + node * 10;
                    latest.put(node, milli);
                    report(node, milli);
                    reports.incrementAndGet();
                }
            });
            await().atMost(PATIENCE).until(() -> reports.get() >= 10 * NODES);

            leader.process().crash();
            int atTheCrash = reports.get();
            await().atMost(PATIENCE).until(() -> reports.get() >= atTheCrash + 10 * NODES);
            await().atMost(PATIENCE).until(() -> leads(follower));
            enough.set(true);
            load.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } finally {
            agents.shutdownNow();
        }

        await().atMost(PATIENCE)
                .untilAsserted(() -> latest.forEach(
                        (node, milli) -> assertThat(shown(node)).as(name(node)).isEqualTo(RECLAIMABLE_MILLI - milli)));
    }

    @Test
    void aFormerLeaderThatWakesUpWritesNothing() {
        // It explains a write when it has the answer and has counted it: nothing is under way when it stops.
        await().atMost(PATIENCE).until(() -> IntStream.range(0, NODES).allMatch(this::explained));
        awaitLogged(() -> statusWrites(leader));
        double writtenBefore = statusWrites(leader);
        double followerBefore = Math.max(0, statusWrites(follower));

        leader.process().freeze();
        IntStream.range(0, NODES).forEach(node -> report(node, 3_000));
        await().atMost(PATIENCE).until(() -> leads(follower));
        await().atMost(PATIENCE).until(() -> IntStream.range(0, NODES).allMatch(node -> shows(node, 3_000)));
        IntStream.range(0, NODES).forEach(node -> report(node, 5_000));
        leader.process().thaw();

        await().atMost(PATIENCE).ignoreExceptions().until(() -> !leads(leader));
        await().atMost(PATIENCE).until(() -> IntStream.range(0, NODES).allMatch(node -> shows(node, 5_000)));
        IntStream.range(0, NODES).forEach(node -> report(node, 7_000));
        await().atMost(PATIENCE).until(() -> IntStream.range(0, NODES).allMatch(node -> shows(node, 7_000)));
        assertThat(leads(follower)).isTrue();
        assertThat(statusWrites(leader)).isEqualTo(writtenBefore);
        // Each write to a node since then is one of the new leader's.
        awaitLogged(() -> statusWrites(follower) - followerBefore);
    }

    @Test
    void aLeaderThatStopsLeavesTheLeaseToTheOther() {
        List<String> holders = new CopyOnWriteArrayList<>();
        try (Watch ignored =
                client.leases().inNamespace(NAMESPACE).withName(LEASE).watch(holdersInto(holders))) {
            await().until(() -> holders.size() == 1);
            String former = holders.get(0);

            leader.close();

            await().atMost(PATIENCE).until(() -> leads(follower));
            await().until(() -> holders.size() >= 3);
            assertThat(holders).hasSize(3).startsWith(former, "");
            assertThat(holders.get(2)).isNotEqualTo(former);
        }
    }

    private static Watcher<Lease> holdersInto(List<String> holders) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, Lease lease) {
                String holder = lease.getSpec().getHolderIdentity();
                if (holders.isEmpty() || !holders.get(holders.size() - 1).equals(holder)) {
                    holders.add(holder);
                }
            }

            @Override
            public void onClose(WatcherException cause) {
                throw new IllegalStateException("the watch of the lease broke", cause);
            }
        };
    }

    /** Reads on in the API server's own log until it has as many writes to nodes as were counted; both follow the write. */
    private void awaitLogged(DoubleSupplier counted) {
        List<Write> all = new ArrayList<>();
        await().atMost(PATIENCE).untilAsserted(() -> {
            all.addAll(writes.next());
            assertThat(all.stream()
                            .filter(write -> write.agent().startsWith("koord-manager"))
                            .filter(write -> write.resource().equals("nodes/status"))
                            .count())
                    .isEqualTo(Math.round(counted.getAsDouble()));
        });
    }

    private boolean explained(int node) {
        return leader.explain(name(node)).body().contains("\"originMilliCpu\":" + (RECLAIMABLE_MILLI - 1_000) + ",");
    }

    private ManagerUnderTest replica(String name) {
        return ManagerUnderTest.start(
                ManagerOptions.of(name, controlPlane.kubeconfig(), directory).quickElection());
    }

    private static boolean leads(ManagerUnderTest replica) {
        return replica.metric("koordinator_manager_is_leader") == 1;
    }

    private static double statusWrites(ManagerUnderTest replica) {
        return replica.metric("koord_api_patch_seconds_count{part=\"status\"}");
    }

    private void createNode(int number) {
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name(number))
                        .endMetadata()
                        .build())
                .create();
        String amounts = "{\"cpu\": \"16\", \"memory\": \"64Gi\", \"pods\": \"110\"}";
        client.nodes()
                .withName(name(number))
                .subresource("status")
                .patch(MERGE, "{\"status\": {\"capacity\": %s, \"allocatable\": %s}}".formatted(amounts, amounts));
    }

    private static String name(int number) {
        return "node-" + number;
    }

    private void report(int node, int systemMilliCpu) {
        String status = """
                {"status": {"updateTime": "%s", "nodeMetric": {
                  "nodeUsage": {"resources": {"cpu": "%dm", "memory": "4Gi"}},
                  "systemUsage": {"resources": {"cpu": "%dm", "memory": "4Gi"}}}}}
                """.formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS), systemMilliCpu, systemMilliCpu);
        client.resources(NodeMetric.class)
                .withName(name(node))
                .subresource("status")
                .patch(MERGE, status);
    }

    private boolean shows(int node, int systemMilliCpu) {
        return shown(node) == RECLAIMABLE_MILLI - systemMilliCpu;
    }

    private long shown(int number) {
        Node node = client.nodes().withName(name(number)).get();
        Quantity quantity = node.getStatus().getAllocatable().get(BATCH_CPU);
        return quantity == null ? -1 : quantity.getNumericalAmount().longValueExact();
    }
}
