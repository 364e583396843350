package io.koordbridge.it.descheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.controlplane.LabCommand;
import io.koordbridge.it.controlplane.LabCommand.Outcome;
import io.koordbridge.lab.kube.ChartDefinitions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sixty simulated nodes, of which a few got all pods, and load that moves between workloads. {@code -Dmoving.load.pods} and
 * {@code -Dmoving.load.moves} make it longer.
 */
@Tag("long")
class MovingLoadIT {
    private static final Logger LOG = LoggerFactory.getLogger(MovingLoadIT.class);
    private static final int NODES = 60;
    private static final int PODS_ON_LOADED_NODE = 80;
    private static final int PODS = Integer.getInteger("moving.load.pods", 480);
    private static final int LOADED = PODS / PODS_ON_LOADED_NODE;
    private static final int MOVES = Integer.getInteger("moving.load.moves", 2);
    private static final int REPLICAS = 20;
    private static final String NAMESPACE = "moving";
    private static final long HIGH_MILLI_CPU = 16_000 * 60 / 100;
    private static final int MOST_JOBS = 12;

    private static final String CONFIGURATION = """
            descheduler:
              deschedulingInterval: 2s
              profiles:
                - name: koord-descheduler
                  plugins:
                    balance:
                      enabled: [{name: LowNodeLoad}]
                  pluginConfig:
                    - name: MigrationController
                      args:
                        defaultJobMode: EvictDirectly
                        defaultJobTTL: 60s
                        evictQPS: 50
                        evictBurst: 20
                        maxMigratingGlobally: %d
                        maxMigratingPerNode: 4
                        evictAllBarePods: true
                        objectLimiters: {workload: {duration: 10s}}
                        arbitrationArgs: {enabled: true, interval: 200ms, disperseByWorkload: true}
                    - name: LowNodeLoad
                      args:
                        lowThresholds: {cpu: 45, memory: 60}
                        highThresholds: {cpu: 60, memory: 80}
                        nodeMetricExpirationSeconds: 30
                        anomalyCondition: {timeout: 1m, consecutiveAbnormalities: 1, consecutiveNormalities: 1}
            """.formatted(MOST_JOBS);

    @TempDir
    private Path temp;

    private LabCommand lab;
    private KubernetesClient client;
    private final ScheduledExecutorService agents = Executors.newSingleThreadScheduledExecutor();
    private final AtomicReference<Throwable> agentProblem = new AtomicReference<>();

    @BeforeEach
    void start() throws Exception {
        ControlPlaneGate.requireExecutables();
        lab = new LabCommand(temp, Duration.ofMinutes(5));
        Outcome up = lab.onCluster("up", "--nodes", String.valueOf(NODES));
        assertThat(up.exitCode()).as(up.output()).isZero();
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(lab.cluster().resolve("kubeconfig"))))
                .build();
        ChartDefinitions.install(client);
    }

    @AfterEach
    void stop() throws Exception {
        agents.shutdownNow();
        if (client != null) {
            client.close();
        }
        lab.onCluster("down");
    }

    @Test
    void movesLoadWithinAllLimitsUntilNoNodeIsHot() {
        List<Node> nodes = client.nodes().list().getItems();
        nodes.stream().skip(LOADED).forEach(node -> cordon(node, true));
        Map<String, MovePatrol.Workload> workloads = createWorkloads();
        MovingLoad load = new MovingLoad(client, Clock.systemUTC());
        load.createReports(nodes);
        try (MovePatrol patrol = new MovePatrol(client, NAMESPACE, workloads, MOST_JOBS)) {
            await().atMost(Duration.ofMinutes(5))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(patrol::complete);
            nodes.stream().skip(LOADED).forEach(node -> cordon(node, false));
            Future<?> reports =
                    agents.scheduleWithFixedDelay(() -> report(load, nodes, patrol), 0, 1, TimeUnit.SECONDS);
            Future<?> lines = agents.scheduleWithFixedDelay(() -> progress(load, patrol), 5, 5, TimeUnit.SECONDS);
            await().until(() -> load.milliCpuByNode().size() == NODES);
            assertThat(hot(load)).as("nodes that are hot at first").isNotEmpty();
            patrol.watch();
            Path kubeconfig = lab.cluster().resolve("kubeconfig");
            try (DeschedulerProcess process = DeschedulerProcess.start(temp, kubeconfig, CONFIGURATION)) {
                for (int move = 0; move < MOVES; move++) {
                    int before = patrol.moves();
                    await().atMost(Duration.ofMinutes(2))
                            .pollInterval(Duration.ofMillis(500))
                            .failFast(() -> process.process().requireAlive())
                            .until(() -> patrol.moves() >= before + LOADED
                                    || hot(load).isEmpty());
                    load.move();
                }
                await().atMost(Duration.ofMinutes(5))
                        .pollInterval(Duration.ofSeconds(1))
                        .failFast(() -> process.process().requireAlive())
                        .until(() -> hot(load).isEmpty() && patrol.openJobs() == 0 && patrol.complete());
                int jobs = patrol.allJobs();
                long runs = runs(process);
                await().atMost(Duration.ofMinutes(1)).until(() -> runs(process) >= runs + 4);
                LOG.info("Moves {} jobs {} most lacking {}", patrol.moves(), jobs, patrol.mostLacking());
                assertThat(patrol.violations()).isEmpty();
                assertThat(patrol.allJobs())
                        .as("jobs after the last node cooled down")
                        .isEqualTo(jobs);
                assertThat(patrol.moves()).isGreaterThanOrEqualTo(LOADED);
                assertThat(agentProblem.get()).isNull();
                assertThat(List.of(reports, lines)).noneMatch(Future::isDone);
            }
        }
    }

    private void report(MovingLoad load, List<Node> nodes, MovePatrol patrol) {
        try {
            load.report(nodes, patrol.pods());
        } catch (RuntimeException e) {
            if (!agents.isShutdown()) {
                agentProblem.compareAndSet(null, e);
            }
        }
    }

    private static void progress(MovingLoad load, MovePatrol patrol) {
        LOG.info(
                "Moves {} jobs {} open {} hot {} outcomes {}",
                patrol.moves(),
                patrol.allJobs(),
                patrol.openJobs(),
                hot(load),
                patrol.outcomes());
    }

    private static List<String> hot(MovingLoad load) {
        return load.milliCpuByNode().entrySet().stream()
                .filter(one -> one.getValue() > HIGH_MILLI_CPU)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static long runs(DeschedulerProcess process) {
        return process.metrics()
                .lines()
                .filter(line -> line.startsWith("koord_descheduler_runs_total"))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private void cordon(Node node, boolean cordoned) {
        client.nodes()
                .withName(node.getMetadata().getName())
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"unschedulable\":" + cordoned + "}}");
    }

    private Map<String, MovePatrol.Workload> createWorkloads() {
        createNamespace(NAMESPACE);
        createNamespace("koordinator-system");
        Map<String, MovePatrol.Workload> workloads = new TreeMap<>();
        int sets = PODS / REPLICAS;
        for (int number = 0; number < sets; number++) {
            String name = "w" + number;
            if (number % 4 == 3) {
                createStatefulSet(name);
            } else {
                createDeployment(name);
            }
            boolean guarded = number % 5 == 0;
            if (guarded) {
                createBudget(name);
            }
            // A tenth of more than ten replicas; a disruption budget of one.
            workloads.put(name, new MovePatrol.Workload(REPLICAS, guarded ? 1 : REPLICAS / 10));
        }
        for (int number = 0; number < REPLICAS; number++) {
            createBarePod("bare-" + number);
        }
        return workloads;
    }

    private void createNamespace(String name) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private void createDeployment(String name) {
        client.resource(new DeploymentBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(REPLICAS)
                        .withNewSelector()
                        .addToMatchLabels("app", name)
                        .endSelector()
                        .withTemplate(template(name))
                        .endSpec()
                        .build())
                .create();
    }

    private void createStatefulSet(String name) {
        client.resource(new StatefulSetBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(REPLICAS)
                        .withServiceName(name)
                        .withPodManagementPolicy("Parallel")
                        .withNewSelector()
                        .addToMatchLabels("app", name)
                        .endSelector()
                        .withTemplate(template(name))
                        .endSpec()
                        .build())
                .create();
    }

    private void createBudget(String name) {
        client.resource(new PodDisruptionBudgetBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withMaxUnavailable(new IntOrString(1))
                        .withNewSelector()
                        .addToMatchLabels("app", name)
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
    }

    private void createBarePod(String name) {
        PodTemplateSpec template = template("bare");
        Pod pod = new PodBuilder()
                .withMetadata(template.getMetadata())
                .withSpec(template.getSpec())
                .editMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .build();
        client.resource(pod).create();
    }

    private static PodTemplateSpec template(String app) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .addToLabels("app", app)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("example.com/none")
                .withNewResources()
                .addToRequests("cpu", new Quantity("100m"))
                .addToRequests("memory", new Quantity("64Mi"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
