package io.koordbridge.descheduler.app;

import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.descheduler.act.request.JobCreator;
import io.koordbridge.descheduler.act.request.JobDefaults;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.node.NodeReader;
import io.koordbridge.descheduler.decide.node.ReportReader;
import io.koordbridge.descheduler.decide.nodemanager.DrainMarks;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.watch.ClusterCaches;
import io.koordbridge.descheduler.watch.ClusterListener;
import io.koordbridge.descheduler.watch.FactReaders;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.lab.embedded.EmbeddedApiServer;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.await.PatientAwaits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The parts of the process over an API server in memory, whose caches fill when {@link #follow} is called. */
final class LiveCluster implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private static final List<Class<? extends HasMetadata>> KINDS = List.of(
            Node.class, Pod.class, ReplicaSet.class, NodeMetric.class, PodMigrationJob.class, Reservation.class);

    private final EmbeddedApiServer server = new EmbeddedApiServer();
    private final KubernetesClient client = server.newClient();
    private final ManualClock clock = new ManualClock(NOW);
    private final MetricRegistry metrics = new MetricRegistry();
    private final EventRecorder recorder = new EventRecorder(client, "koord-descheduler", clock, metrics);
    private final DrainMarks marks = new DrainMarks();
    private final ProcessSettings settings;
    private final EvictionLimits limits;
    private final ClusterEvents events;
    private final ClusterCaches caches;
    private final JobCreator creator;

    LiveCluster(ProcessSettings settings) {
        this.settings = settings;
        limits = new EvictionLimits(settings.limits(), NOW);
        events = new ClusterEvents(marks, limits, clock);
        caches = new ClusterCaches(
                new ListWatchSource(client, metrics),
                clock,
                new FactReaders(NodeReader::of, ReportReader::of),
                Duration.ofSeconds(30),
                new PodsOnly(events));
        events.to(caches, null);
        creator = new JobCreator(
                client,
                recorder,
                metrics,
                new JobDefaults(settings.migration().jobs().mode(), "300s", null, "koord-descheduler/test"),
                call -> true,
                clock);
    }

    /** Without the work on jobs. */
    private record PodsOnly(ClusterEvents events) implements ClusterListener {

        @Override
        public void onPod(PodFacts before, PodFacts after) {
            events.onPod(before, after);
        }

        @Override
        public void onPodsListing(boolean running) {
            events.onPodsListing(running);
        }

        @Override
        public void onJob(String name) {
            // The caches have it.
        }

        @Override
        public void onReservation(String name) {
            // The caches have it.
        }

        @Override
        public void onNode(String name) {
            // The caches have it.
        }
    }

    /** Makes an object with its status. */
    static HasMetadata create(KubernetesClient client, String yaml) {
        HasMetadata object = Serialization.unmarshal(yaml, kind(yaml));
        HasMetadata made = client.resource(object).create();
        if (yaml.contains("status:")) {
            client.resource(object).patchStatus();
        }
        return made;
    }

    private static Class<? extends HasMetadata> kind(String yaml) {
        return KINDS.stream()
                .filter(kind -> yaml.contains("kind: " + kind.getSimpleName() + "\n"))
                .findFirst()
                .orElseThrow();
    }

    HasMetadata create(String yaml) {
        return create(client, yaml);
    }

    /** A ready node of 10 CPUs and 10 GiB. */
    void node(String name) {
        create("""
                apiVersion: v1
                kind: Node
                metadata: {name: %s}
                status:
                  allocatable: {cpu: "10", memory: 10Gi, pods: "110"}
                  conditions: [{type: Ready, status: "True"}]
                """.formatted(name));
    }

    /** A ReplicaSet of the namespace shop; its uid is returned. */
    String replicaSet(String name, int replicas) {
        return create("""
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {namespace: shop, name: %s}
                spec: {replicas: %d, selector: {matchLabels: {app: %s}}}
                """.formatted(name, replicas, name)).getMetadata().getUid();
    }

    /** A running, ready pod of the namespace shop that requests one CPU and one GiB. */
    void pod(String name, String node, String replicaSet, String uidOfSet) {
        create("""
                apiVersion: v1
                kind: Pod
                metadata:
                  namespace: shop
                  name: %s
                  ownerReferences:
                    - {apiVersion: apps/v1, kind: ReplicaSet, name: %s, uid: %s, controller: true}
                spec:
                  nodeName: %s
                  containers:
                    - {name: main, image: i, resources: {requests: {cpu: "1", memory: 1Gi}}}
                status:
                  phase: Running
                  conditions: [{type: Ready, status: "True"}]
                """.formatted(name, replicaSet, uidOfSet, node));
    }

    /** A report of this time: the usage of each of the pods, and of the system. */
    void report(String node, String cpuOfEach, String... pods) {
        StringBuilder used = new StringBuilder();
        for (String pod : pods) {
            used.append("    - {namespace: shop, name: %s, podUsage: {resources: {cpu: %s, memory: 1Gi}}}%n"
                    .formatted(pod, cpuOfEach));
        }
        create("""
                apiVersion: slo.koordinator.sh/v1alpha1
                kind: NodeMetric
                metadata: {name: %s}
                status:
                  updateTime: "%s"
                  nodeMetric:
                    nodeUsage: {resources: {cpu: "9", memory: 4Gi}}
                    systemUsage: {resources: {cpu: 500m, memory: 512Mi}}
                  podsMetric:
                """.formatted(node, clock.instant()) + (used.isEmpty() ? "    []\n" : used));
    }

    /** Starts the caches and waits for what there is. */
    void follow() {
        caches.start();
        await().atMost(PatientAwaits.PATIENCE).until(() -> caches.whyNotToAct().isEmpty());
    }

    List<PodMigrationJob> jobs() {
        return client.resources(PodMigrationJob.class).list().getItems();
    }

    PodFacts pod(String name) {
        return caches.pod("shop", name).orElseThrow();
    }

    NodeManagers nodeManagers() {
        return new NodeManagers(
                marks, settings.drainDeadline(), settings.migration().jobs(), clock);
    }

    KubernetesClient client() {
        return client;
    }

    ManualClock clock() {
        return clock;
    }

    MetricRegistry metrics() {
        return metrics;
    }

    DrainMarks marks() {
        return marks;
    }

    EvictionLimits limits() {
        return limits;
    }

    ClusterEvents events() {
        return events;
    }

    ClusterCaches caches() {
        return caches;
    }

    JobCreator creator() {
        return creator;
    }

    @Override
    public void close() {
        caches.close();
        recorder.close();
        client.close();
        server.close();
    }
}
