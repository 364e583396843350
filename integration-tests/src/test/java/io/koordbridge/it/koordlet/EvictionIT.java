package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.it.chart.Chart;
import io.koordbridge.it.chart.Executables;
import io.koordbridge.it.chart.ServiceAccounts;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.cgroup.OwnHierarchies;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent evicts by a real API server with the rights of the chart. Pods are groups of the kernel with processes that hold memory; what
 * the node uses is given as these groups and a fixed rest, since the machine of the test has other work.
 */
class EvictionIT {
    private static final Logger LOG = LoggerFactory.getLogger(EvictionIT.class);
    private static final String NODE = "short-of-memory";
    private static final String OTHER_NODE = "another";
    private static final String NAMESPACE = "jobs";
    private static final String BEST_EFFORT = "kubepods/besteffort";
    private static final long MIB = 1 << 20;
    private static final long CAPACITY = 1024 * MIB;
    private static final long REST = 300 * MIB;
    private static final long THRESHOLD = CAPACITY * 70 / 100;
    /** One and a half seconds are promised; the rest is for a machine that does other things as well. */
    private static final Duration TO_THE_CALL = Duration.ofSeconds(6);

    private static RealControlPlane controlPlane;
    private static KubernetesClient client;

    @TempDir
    private Path temp;

    private final AtomicLong crossedAt = new AtomicLong();
    private final AtomicLong calledAt = new AtomicLong();

    @BeforeAll
    static void install() throws IOException {
        controlPlane = ControlPlaneGate.share();
        client = controlPlane.client();
        // An agent may evict only while one of its gates does; the one of memory follows the switch.
        new Chart().installWith(Files.readString(controlPlane.kubeconfig()), "colocation.enabled=true");
        controlPlane.createNamespace(NAMESPACE);
        for (String node : List.of(NODE, OTHER_NODE)) {
            controlPlane.createNode(node, Map.of("cpu", "8", "memory", "1Gi", "pods", "110"));
        }
        for (int priority : List.of(5000, 5100, 5500)) {
            client.resource(new PriorityClassBuilder()
                            .withNewMetadata()
                            .withName("batch-" + priority)
                            .endMetadata()
                            .withValue(priority)
                            .build())
                    .create();
        }
    }

    private static Pod pod(String name, int priority) {
        Pod pod = client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .addToLabels(Labels.POD_QOS_CLASS, "BE")
                        .addToLabels("app", name)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(NODE)
                        .withPriorityClassName("batch-" + priority)
                        .withContainers(new ContainerBuilder()
                                .withName("main")
                                .withImage("example.invalid/none")
                                .withNewResources()
                                .withRequests(Map.of(ResourceNames.BATCH_MEMORY, new Quantity("512Mi")))
                                .withLimits(Map.of(ResourceNames.BATCH_MEMORY, new Quantity("512Mi")))
                                .endResources()
                                .build())
                        .endSpec()
                        .build())
                .create();
        return Edits.editStatus(
                client.resource(pod),
                created -> new PodBuilder(created)
                        .editOrNewStatus()
                        .withPhase("Running")
                        .endStatus()
                        .build());
    }

    private static String group(Pod pod) {
        return BEST_EFFORT + "/pod" + pod.getMetadata().getUid();
    }

    private static boolean isLeaving(Pod pod) {
        Pod now = client.resource(pod).get();
        return now == null || now.getMetadata().getDeletionTimestamp() != null;
    }

    private void writeMemory(OwnHierarchies kernel, Path proc) throws IOException {
        long used = REST + kernel.memoryBytes("kubepods");
        String content = """
            MemTotal: %1$12d kB
            MemFree: %2$12d kB
            MemAvailable: %2$12d kB
            """.formatted(CAPACITY >> 10, (CAPACITY - used) >> 10);
        // In place and of one length: the agent holds the file open.
        try (FileChannel channel =
                FileChannel.open(proc.resolve("meminfo"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)), 0);
        }
        if (used >= THRESHOLD) {
            crossedAt.compareAndSet(0, System.nanoTime());
        }
    }

    private ChildProcess agent(OwnHierarchies kernel, Path proc) throws IOException {
        Path kubeconfig = Files.writeString(
                temp.resolve("kubeconfig"), new ServiceAccounts(controlPlane).kubeconfigOfPod("koordlet", NODE));
        Path config = Files.writeString(temp.resolve("koordlet.yaml"), """
            audit: {directory: %1$s/audit}
            yarn: {socketDirectory: %1$s/yarn}
            tier: {driver: cgroupfs}
            featureGates: {BEMemoryEvict: true}
            """.formatted(temp));
        return Executables.command("koordlet", "koordlet-agent", "io.koordbridge.koordlet.app.KoordletMain")
                .arguments(List.of(
                        "--config=" + config,
                        "--kubeconfig=" + kubeconfig,
                        "--node-name=" + NODE,
                        "--cgroup-root=" + kernel.root(),
                        "--proc-root=" + proc,
                        "--admin-port=" + FreePorts.find(1).get(0)))
                .start(temp, temp.resolve("koordlet.log"));
    }

    private static void evictsFrom70Percent() {
        NodeSLO slo = Serialization.unmarshal("""
            apiVersion: slo.koordinator.sh/v1alpha1
            kind: NodeSLO
            metadata: {name: %s}
            spec: {resourceUsedThresholdWithBE: {enable: true, memoryEvictThresholdPercent: 70, memoryEvictLowerPercent: 68}}
            """.formatted(NODE), NodeSLO.class);
        client.resource(slo).create();
    }

    /** No controller fills in its status: no disruption is allowed. */
    private static void protect(Pod pod) {
        client.resource(new PodDisruptionBudgetBuilder()
                        .withNewMetadata()
                        .withName(pod.getMetadata().getName())
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withNewMinAvailable(1)
                        .withNewSelector()
                        .addToMatchLabels("app", pod.getMetadata().getName())
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
    }

    private Watcher<Pod> whenLeaving(String name) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, Pod pod) {
                boolean leaving = pod.getMetadata().getName().equals(name)
                        && (action == Action.DELETED || pod.getMetadata().getDeletionTimestamp() != null);
                if (leaving) {
                    calledAt.compareAndSet(0, System.nanoTime());
                }
            }

            @Override
            public void onClose(WatcherException cause) {
                LOG.warn("watch ended", cause);
            }
        };
    }

    private static List<String> events(String reason) {
        return client.v1().events().inNamespace(NAMESPACE).list().getItems().stream()
                .filter(event -> reason.equals(event.getReason()))
                .map((Event event) -> event.getInvolvedObject().getName())
                .toList();
    }

    @Test
    void theLeastImportantPodThatNoBudgetProtectsGoesInTime() throws Exception {
        Prerequisite.require(
                OwnHierarchies.missing().isEmpty(), OwnHierarchies.missing().orElse(""));
        Path proc = Files.createDirectory(temp.resolve("proc"));
        Files.writeString(proc.resolve("stat"), "cpu  100 0 0 999999 0 0 0 0 0 0\n");
        Files.createDirectories(temp.resolve("yarn"));
        evictsFrom70Percent();
        Pod guarded = pod("guarded", 5000);
        protect(guarded);
        Pod low = pod("low", 5100);
        Pod hog = pod("hog", 5500);
        try (OwnHierarchies kernel = new OwnHierarchies(temp);
                var unused = client.pods().inNamespace(NAMESPACE).watch(whenLeaving("low"))) {
            for (Pod pod : List.of(guarded, low, hog)) {
                kernel.make(group(pod));
            }
            kernel.hold(group(guarded), 60);
            kernel.hold(group(low), 220);
            writeMemory(kernel, proc);
            ScheduledExecutorService writing = keepMemoryCurrent(kernel, proc);
            try (ChildProcess agent = agent(kernel, proc)) {
                soon().untilAsserted(() ->
                        assertThat(Files.readString(agent.logFile())).contains("started node="));
                soon().untilAsserted(() -> assertThat(client.nodes()
                                .withName(NODE)
                                .get()
                                .getMetadata()
                                .getAnnotations())
                        .containsEntry(Annotations.NODE_MEMORY_PROTECTION, Annotations.ON));
                await().during(Duration.ofSeconds(3))
                        .atMost(PatientAwaits.PATIENCE)
                        .until(() -> !isLeaving(low));
                assertThat(crossedAt).as("below the threshold").hasValue(0);

                kernel.hold(group(hog), 250);

                assertLeftInTime();
                assertThat(isLeaving(guarded)).as("its budget allows none").isFalse();
                assertThat(isLeaving(hog)).as("enough is freed by the other").isFalse();
                agent.requireAlive();
            } finally {
                writing.shutdownNow();
                assertThat(writing.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    private static ConditionFactory soon() {
        return await().atMost(PatientAwaits.PATIENCE);
    }

    private ScheduledExecutorService keepMemoryCurrent(OwnHierarchies kernel, Path proc) {
        ScheduledExecutorService writing = Executors.newSingleThreadScheduledExecutor();
        var unused = writing.scheduleWithFixedDelay(
                () -> {
                    try {
                        writeMemory(kernel, proc);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                20,
                20,
                TimeUnit.MILLISECONDS);
        return writing;
    }

    private void assertLeftInTime() {
        soon().until(() -> calledAt.get() != 0);
        Duration taken = Duration.ofNanos(calledAt.get() - crossedAt.get());
        LOG.info("threshold crossed to eviction seen: {} ms", taken.toMillis());
        assertThat(taken).isLessThanOrEqualTo(TO_THE_CALL);
        soon().untilAsserted(() -> {
            assertThat(events("evictPodSuccess")).containsExactly("low");
            assertThat(events("evictPodFail")).containsExactly("guarded");
        });
    }

    @Test
    void anAgentWritesOfItsNodeNothingButWhatItKnowsOfYarn() throws IOException {
        Config config =
                Config.fromKubeconfig(new ServiceAccounts(controlPlane).kubeconfigOfPod("koordlet", OTHER_NODE));
        try (KubernetesClient agent =
                new KubernetesClientBuilder().withConfig(config).build()) {
            String annotation = Annotations.NODE_YARN_EVICTED;
            // What is taken before the policy works must be refused however often it comes again.
            await().atMost(PatientAwaits.PATIENCE)
                    .untilAsserted(() -> assertRefused(agent, NODE, "annotations", annotation, "own node"));
            assertRefused(agent, OTHER_NODE, "labels", "x", "yarn-evicted of its node only");
            assertRefused(agent, OTHER_NODE, "annotations", "x", "yarn-evicted of its node only");

            mark(agent, OTHER_NODE, "annotations", annotation);
            mark(agent, OTHER_NODE, "annotations", Annotations.NODE_YARN_MASTERS);

            assertThat(client.nodes().withName(OTHER_NODE).get().getMetadata().getAnnotations())
                    .containsEntry(Annotations.NODE_YARN_MASTERS, "{}");
        }
    }

    private static void mark(KubernetesClient agent, String node, String kind, String key) {
        Map<String, String> marks = Map.of(key, kind.equals("labels") ? "y" : "{}");
        NodeBuilder wanted = new NodeBuilder().withNewMetadata().withName(node).endMetadata();
        agent.resource(wanted.editMetadata()
                        .withLabels(kind.equals("labels") ? marks : null)
                        .withAnnotations(kind.equals("labels") ? null : marks)
                        .endMetadata()
                        .build())
                .serverSideApply();
    }

    private static void assertRefused(KubernetesClient agent, String node, String kind, String key, String why) {
        assertThatThrownBy(() -> mark(agent, node, kind, key))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining(why);
    }
}
