package io.koordbridge.lab.kube;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.lab.kube.ControlPlaneFiles.Identity;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stock etcd and API server, and on demand scheduler and controller manager, as child processes of this JVM on
 * loopback ports in a temporary directory.
 *
 * <p>There is no kubelet: pods never run. A scheduler can be started later than the rest, once its extender listens.
 */
public final class RealControlPlane implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RealControlPlane.class);
    /** With a full cluster in etcd an API server needs minutes before it is ready. */
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);

    /** An API server waits for its watches to end, which they do not: it is killed then. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(3);

    private static final int LAST_WORDS_LINES = 15;
    private static final Duration POLL = Duration.ofMillis(50);
    private static final String ETCD = "etcd";
    private static final String API_SERVER = "kube-apiserver";
    private static final String CONTROLLER_MANAGER = "kube-controller-manager";
    private static final String SCHEDULER = "kube-scheduler";
    /** A port picked as free can be taken before it is bound. */
    private static final int START_ATTEMPTS = 3;

    private final Path binaries;
    private final boolean withControllerManager;
    private final ControlPlaneFiles files = ControlPlaneFiles.create();
    private final ControlPlaneArguments arguments;
    /** By name, in the order of their start. */
    private final Map<String, ChildProcess> processes = new LinkedHashMap<>();

    private final Thread lastResort = new Thread(this::killAll, "control-plane-last-resort");
    private @Nullable KubernetesClient client;
    private boolean closed;

    private RealControlPlane(Path binaries, Options options) {
        this.binaries = binaries;
        this.withControllerManager = options.controllerManager();
        this.arguments = new ControlPlaneArguments(files, FreePorts.find(3), options.audited());
        Runtime.getRuntime().addShutdownHook(lastResort);
    }

    /**
     * What runs beside etcd and the API server.
     *
     * @param audited whether the API server writes {@link RealControlPlane#auditLog}
     */
    public record Options(boolean controllerManager, Optional<String> schedulerConfiguration, boolean audited) {
        /** Only etcd and the API server. */
        public static Options apiServerOnly() {
            return new Options(false, Optional.empty(), false);
        }

        /** With the controller manager: service accounts, garbage collection, taints, disruption budgets. */
        public Options withControllerManager() {
            return new Options(true, schedulerConfiguration, audited);
        }

        /** With a scheduler, see {@link RealControlPlane#startScheduler}. */
        public Options withScheduler(String configurationYaml) {
            return new Options(controllerManager, Optional.of(configurationYaml), audited);
        }

        /** With a log of every write. */
        public Options withAudit() {
            return new Options(controllerManager, schedulerConfiguration, true);
        }
    }

    /** True when the executables are there; otherwise {@link #missing()} says what to do. */
    public static boolean available() {
        return missing().isEmpty();
    }

    /** Why no control plane can be started here, or empty when one can. */
    public static Optional<String> missing() {
        return ControlPlaneBinaries.ofThisProcess().missing();
    }

    /** Returns when the API server is ready, and with it whatever the options ask for. */
    public static RealControlPlane start(Options options) {
        Path binaries = ControlPlaneBinaries.ofThisProcess()
                .directory()
                .orElseThrow(() -> new IllegalStateException(missing().orElse("no control plane executables")));
        for (int attempt = 1; ; attempt++) {
            RealControlPlane controlPlane = new RealControlPlane(binaries, options);
            try {
                controlPlane.bringUp(options);
                return controlPlane;
            } catch (StartFailedException failed) {
                controlPlane.close();
                if (!failed.portTaken() || attempt == START_ATTEMPTS) {
                    throw failed;
                }
                LOG.info("Port already in use, trying others attempt={}", attempt + 1);
            }
        }
    }

    /** Address of the API server, {@code https://127.0.0.1:port}. */
    public String url() {
        return arguments.server();
    }

    /** Address of etcd, plain HTTP without credentials. */
    public String etcdUrl() {
        return arguments.etcdUrl();
    }

    /** Every write that the API server was asked for, see {@link ApiWrites}; there with {@link Options#withAudit}. */
    public Path auditLog() {
        return files.auditLog();
    }

    /** A kubeconfig file of the administrator. */
    public Path kubeconfig() {
        return files.kubeconfig(Identity.ADMIN);
    }

    /** Bearer token of the administrator (group system:masters). */
    public String adminToken() {
        return files.token(Identity.ADMIN);
    }

    /** PEM file to verify the API server's certificate with. */
    public Path caFile() {
        return files.serverCertificate();
    }

    /** One log file per process; gone after {@link #close()}. */
    public Path logDirectory() {
        return files.logs();
    }

    /** Process ids by the name of the executable, in the order of their start. */
    public Map<String, Long> pids() {
        Map<String, Long> pids = new LinkedHashMap<>();
        processes.forEach((name, process) -> pids.put(name, process.pid()));
        return pids;
    }

    /** The administrator's client; closed together with the control plane. */
    public KubernetesClient client() {
        return Objects.requireNonNull(client, "the API server has not been ready yet");
    }

    /**
     * Starts kube-scheduler by a KubeSchedulerConfiguration and returns when it is ready. Kubeconfig and leader
     * election are filled in, so a file with just {@code profiles} and {@code extenders} is enough.
     */
    public void startScheduler(String configurationYaml) {
        files.write(
                files.schedulerConfiguration(),
                SchedulerConfiguration.complete(configurationYaml, files.kubeconfig(Identity.SCHEDULER)));
        int port = FreePorts.find(1).get(0);
        launch(SCHEDULER, arguments.scheduler(port));
        Path certificate = files.certificates().resolve("kube-scheduler.crt");
        Path key = files.certificates().resolve("kube-scheduler.key");
        awaitThat(SCHEDULER, "its certificate", () -> ControlPlaneFiles.hasContent(key));
        Config config = Config.empty();
        config.setMasterUrl("https://127.0.0.1:" + port + "/");
        config.setCaCertFile(certificate.toString());
        try (KubernetesClient probe = probeClient(config)) {
            awaitThat(SCHEDULER, "readiness", () -> answersOk(probe));
        }
    }

    /** Ends the scheduler; another configuration can be started afterwards. */
    public void stopScheduler() {
        stop(SCHEDULER);
    }

    /** Ends the API server and leaves the rest running, to see what others do without it. */
    public void stopApiServer() {
        stop(API_SERVER);
    }

    /** Starts the API server again, at the same address and with the same data. */
    public void startApiServer() {
        launch(API_SERVER, arguments.apiServer());
        awaitThat(API_SERVER, "its certificate", () -> ControlPlaneFiles.hasContent(files.serverKey()));
        files.writeKubeconfigs(url());
        if (client == null) {
            client = new KubernetesClientBuilder()
                    .withConfig(Config.fromKubeconfig(files.read(kubeconfig())))
                    .build();
        }
        try (KubernetesClient probe = probeClient(Config.fromKubeconfig(files.read(kubeconfig())))) {
            awaitThat(API_SERVER, "readiness", () -> answersOk(probe));
        }
    }

    /** A namespace in which pods can be created at once, that is with its default service account. */
    public void createNamespace(String name) {
        client().resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        provideDefaultServiceAccount(name);
    }

    /** A ready node without taints that offers these resources (quantities as text); no kubelet stands behind it. */
    public Node createNode(String name, Map<String, String> allocatable) {
        Map<String, Quantity> quantities = new LinkedHashMap<>();
        allocatable.forEach((resource, amount) -> quantities.put(resource, new Quantity(amount)));
        client().resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels("kubernetes.io/hostname", name)
                        .endMetadata()
                        .build())
                .create();
        Edits.editStatus(
                client().nodes().withName(name),
                node -> new NodeBuilder(node)
                        .withNewStatus()
                        .withCapacity(quantities)
                        .withAllocatable(quantities)
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .withReason("LabNode")
                        .endCondition()
                        .endStatus()
                        .build());
        // Admission taints every new node as not ready; lifting that is the controller manager's work, if there is one.
        return Edits.edit(
                client().nodes().withName(name),
                node -> new NodeBuilder(node)
                        .editSpec()
                        .withTaints(List.of())
                        .endSpec()
                        .build());
    }

    /** Ends all processes and deletes the directory. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (client != null) {
            client.close();
        }
        // Their data goes with them, so nothing is worth a slow farewell.
        killAll();
        files.delete();
        try {
            Runtime.getRuntime().removeShutdownHook(lastResort);
        } catch (IllegalStateException shuttingDown) {
            LOG.debug("The JVM is ending already");
        }
    }

    private void bringUp(Options options) {
        launch(ETCD, arguments.etcd());
        startApiServer();
        if (withControllerManager) {
            launch(
                    CONTROLLER_MANAGER,
                    arguments.controllerManager(FreePorts.find(1).get(0)));
        }
        provideDefaultServiceAccount("default");
        options.schedulerConfiguration().ifPresent(this::startScheduler);
    }

    private void provideDefaultServiceAccount(String namespace) {
        if (withControllerManager) {
            awaitThat(
                    CONTROLLER_MANAGER,
                    "the default service account of " + namespace,
                    () -> client().serviceAccounts()
                                    .inNamespace(namespace)
                                    .withName("default")
                                    .get()
                            != null);
            return;
        }
        client().resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("default")
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
    }

    private void launch(String name, List<String> processArguments) {
        List<String> line = new ArrayList<>();
        line.add(binaries.resolve(name).toString());
        line.addAll(processArguments);
        processes.put(name, ChildProcess.start(name, line, Map.of(), files.root(), files.log(name)));
    }

    private void stop(String name) {
        ChildProcess process = processes.remove(name);
        if (process != null) {
            process.stop(STOP_PATIENCE);
        }
    }

    private void killAll() {
        processes.values().forEach(ChildProcess::crash);
    }

    private void awaitThat(String name, String what, BooleanSupplier condition) {
        try {
            await(name + ": " + what)
                    .atMost(START_PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .failFast(() -> processes.values().stream().anyMatch(process -> !process.isAlive()))
                    .until(condition::getAsBoolean);
        } catch (TerminalFailureException | ConditionTimeoutException failed) {
            ChildProcess culprit = processes.values().stream()
                    .filter(process -> !process.isAlive())
                    .findFirst()
                    .orElse(Objects.requireNonNull(processes.get(name)));
            throw new StartFailedException(name + ": waiting for " + what + " failed", culprit, failed);
        }
    }

    private static KubernetesClient probeClient(Config config) {
        config.setRequestRetryBackoffLimit(0);
        // Kubernetes servers end the HTTP/2 connection of a client without credentials before it has read the answer.
        config.setHttp2Disable(true);
        config.setRequestTimeout((int) Duration.ofSeconds(2).toMillis());
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static boolean answersOk(KubernetesClient probe) {
        try {
            String readiness = probe.raw("/readyz");
            // Not found: before 1.31 a scheduler has only healthz.
            return "ok".equals(readiness == null ? probe.raw("/healthz") : readiness);
        } catch (KubernetesClientException notYet) {
            LOG.debug("Not ready url={} because={}", probe.getMasterUrl(), notYet.getMessage());
            return false;
        }
    }

    private static final class StartFailedException extends IllegalStateException {
        private static final long serialVersionUID = 1L;
        private final boolean portTaken;

        StartFailedException(String what, ChildProcess culprit, RuntimeException cause) {
            this(what, culprit.name(), culprit.logTail(LAST_WORDS_LINES), cause);
        }

        private StartFailedException(String what, String culprit, String lastWords, RuntimeException cause) {
            super(what + "; " + culprit + " said last:\n" + lastWords, cause);
            portTaken = lastWords.contains("address already in use");
        }

        boolean portTaken() {
            return portTaken;
        }
    }
}
