package io.koordbridge.it.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.it.controlplane.LabCommand.Outcome;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.lab.prometheus.ScrapedNode;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What pods can do on the node that {@code bin/lab up --node} starts: containers, cgroups, names, the API, webhooks and our images. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealNodeIT {
    private static final Duration BUILD = Duration.ofMinutes(20);
    private static final Duration POD = Duration.ofMinutes(3);
    private static final String NAMESPACE = "default";
    private static final String ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String WHO_AM_I = "/lab/kubectl auth whoami -o json --server=https://kubernetes.default"
            + " --certificate-authority=" + ACCOUNT + "/ca.crt --token=$(cat " + ACCOUNT + "/token)";

    private LabCommand lab;
    private KubernetesClient client;
    private JsonNode node;

    @BeforeAll
    void start(@TempDir Path temp) throws Exception {
        lab = new LabCommand(temp, BUILD);
        up(lab, "--nodes", "1");
        node = lab.state().get("node");
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(lab.cluster().resolve("kubeconfig"))))
                .build();
    }

    @AfterAll
    void stop() throws Exception {
        if (client != null) {
            client.close();
        }
        Outcome down = lab.onCluster("down");
        assertThat(down.exitCode()).as(down.output()).isZero();
    }

    @Test
    void aRealAndASimulatedNodeAreReadySideBySide() {
        assertThat(client.nodes().list().getItems())
                .allMatch(RealNodeIT::isReady)
                .extracting(each -> each.getMetadata().getName())
                .containsExactlyInAnyOrder("lab-node", "lab-1");
        Node real = client.nodes().withName("lab-node").get();
        assertThat(real.getStatus().getNodeInfo().getContainerRuntimeVersion()).startsWith("containerd://");
        assertThat(real.getStatus().getAddresses())
                .anyMatch(address -> address.getType().equals("InternalIP")
                        && address.getAddress().equals(node.get("address").asText()));
    }

    @Test
    void aPodFindsTheApiServerByNameAndCallsItWithItsOwnToken() throws Exception {
        Path executables = Path.of(lab.run("where").output().strip());
        Pod pod = create(new PodBuilder(busybox("caller", "busybox:lab", WHO_AM_I + " && sleep 3600"))
                .editSpec()
                .addNewVolume()
                .withName("lab")
                .withNewHostPath(executables.toString(), "Directory")
                .endVolume()
                .editFirstContainer()
                .addNewVolumeMount()
                .withName("lab")
                .withMountPath("/lab")
                .withReadOnly(true)
                .endVolumeMount()
                .endContainer()
                .endSpec()
                .build());

        await().atMost(POD)
                .untilAsserted(() -> assertThat(log(pod))
                        .contains("\"username\": \"system:serviceaccount:default:default\"")
                        .contains(pod.getMetadata().getUid()));
    }

    @Test
    void aPodHasItsLimitsInCgroupsBelowKubepods() throws Exception {
        Pod pod = create(busybox("limited", "busybox:lab", "sleep 3600"));
        awaitPhase(pod, "Running");

        List<Path> cgroups = MachineTraces.of(lab.cluster(), node).cgroups();
        String directory = "kubepods/burstable/pod" + pod.getMetadata().getUid();
        List<Path> limits = cgroups.stream()
                .flatMap(top -> Stream.of("cpu.cfs_quota_us", "cpu.max").map(top.resolve(directory)::resolve))
                .filter(Files::isRegularFile)
                .toList();

        assertThat(limits).isNotEmpty();
        for (Path limit : limits) {
            assertThat(Files.readString(limit).strip()).as(limit.toString()).isIn("20000", "20000 100000");
        }
    }

    @Test
    void anImageIsPulledFromTheLocalRegistry() {
        String image = node.get("registry").asText() + "/busybox:lab";
        Pod pod = new PodBuilder(busybox("pulled", image, "echo pulled; sleep 3600"))
                .editSpec()
                .editFirstContainer()
                .withImagePullPolicy("Always")
                .endContainer()
                .endSpec()
                .build();

        create(pod);

        await().atMost(POD).untilAsserted(() -> assertThat(log(pod)).contains("pulled"));
    }

    /** By {@code bin/images}, which compiles everything once more; the quick start does the same with the images of a release. */
    @Test
    @Tag("soak")
    void theApiServerCallsTheWebhookOfOurImageInAPod() throws Exception {
        buildAndPush("koord-manager");
        installManager();
        client.genericKubernetesResources("config.koordinator.sh/v1alpha1", "ClusterColocationProfile")
                .load(getClass().getResourceAsStream("/lab/profile.yaml"))
                .create();

        // The manager writes its certificate into the webhook configuration after it has become ready.
        await().atMost(POD).untilAsserted(() -> {
            Pod admitted = client.pods()
                    .inNamespace(NAMESPACE)
                    .resource(new PodBuilder(busybox("admitted", "busybox:lab", "true"))
                            .editMetadata()
                            .addToLabels("colocate", "yes")
                            .endMetadata()
                            .build())
                    .dryRun(true)
                    .create();
            assertThat(admitted.getMetadata().getLabels()).containsEntry("koordinator.sh/qosClass", "BE");
        });
        assertThat(client.pods()
                        .inNamespace("koordinator-system")
                        .withLabel("app.kubernetes.io/component", "koord-manager")
                        .list()
                        .getItems())
                .singleElement()
                .satisfies(pod -> {
                    assertThat(pod.getSpec().getNodeName()).isEqualTo("lab-node");
                    assertThat(pod.getStatus().getContainerStatuses().get(0).getImageID())
                            .startsWith(node.get("registry").asText());
                });
        coloReachesTheLeader();
    }

    /** By its Lease and a forwarded port. */
    private void coloReachesTheLeader() throws Exception {
        String colo = ProjectLayout.find().root().resolve("bin/kubectl-colo").toString();
        String kubeconfig = "--kubeconfig=" + lab.cluster().resolve("kubeconfig");
        await().atMost(POD).untilAsserted(() -> {
            Outcome capacity = lab.runCommand(List.of(colo, "capacity", "-o", "name", kubeconfig), BUILD);
            assertThat(capacity.exitCode()).as(capacity.output()).isZero();
            assertThat(capacity.output().lines()).contains("node/lab-node");
        });
        Outcome elsewhere = lab.runCommand(List.of(colo, "capacity", "-n", "default", kubeconfig), BUILD);
        assertThat(elsewhere.exitCode()).isEqualTo(3);
        assertThat(elsewhere.output()).contains("no pod of koord-manager is ready in namespace default");
    }

    /** Nothing of ours is on the node; its kubelet and a node exporter are scraped as in any cluster. */
    @Test
    void coloPlansWithWhatAPrometheusHasScraped(@TempDir Path directory) throws Exception {
        Prerequisite.require(
                ScrapedNode.missing().isEmpty(), ScrapedNode.missing().orElse(""));
        long milliCpu = Quantities.milli(
                client.nodes().withName("lab-node").get().getStatus().getCapacity(), "cpu");
        try (ScrapedNode scraped = ScrapedNode.of("lab-node", client.getConfiguration(), directory)) {
            JsonNode exporter = plan(scraped, "job=\"exporter\"", "node exporter has a sample every");
            JsonNode both = plan(scraped, "", "node exporter has a sample every");
            // The kubelet shows a group some time after it was made.
            JsonNode cadvisor = plan(
                    scraped,
                    "job=\"cadvisor\"",
                    "best-effort tier uses is subtracted, on lab-node",
                    "--subtract-best-effort");

            for (JsonNode plan : List.of(exporter, both, cadvisor)) {
                assertThat(plan.at("/total/nodes").asInt()).as("%s", plan).isEqualTo(1);
                assertThat(plan.at("/total/milliCpu").asLong()).isEqualTo(milliCpu);
                assertThat(plan.at("/total/utilizationBeforePercent").asDouble())
                        .isBetween(0.001, 100.0);
                assertThat(plan.at("/total/offeredPercent").asDouble()).isBetween(0.0, 60.0);
                assertThat(plan.at("/total/batchMemoryBytes").asLong()).isNotNegative();
                assertThat(plan.path("notes").toString()).doesNotContain("left out");
            }
        }
    }

    private JsonNode plan(ScrapedNode scraped, String match, String note, String... more) {
        List<String> line = new ArrayList<>(List.of(
                ProjectLayout.find().root().resolve("bin/colo").toString(),
                "plan",
                "--prometheus=" + scraped.address(),
                "--prometheus-match=" + match,
                "--from=1m",
                "--step=1s",
                "--output=json"));
        line.addAll(List.of(more));
        AtomicReference<JsonNode> plan = new AtomicReference<>();
        // Until something was scraped, the command fails.
        await().atMost(POD)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .untilAsserted(() -> {
                    plan.set(scraped.document(line));
                    assertThat(plan.get().path("notes").toString()).contains(note);
                });
        return plan.get();
    }

    @Test
    void goesTwiceWithoutATraceBesideAnotherNode(@TempDir Path other) throws Exception {
        LabCommand second = new LabCommand(other, BUILD);
        for (int round = 1; round <= 2; round++) {
            up(second);
            List<Long> pids = second.pids();
            MachineTraces traces =
                    MachineTraces.of(second.cluster(), second.state().get("node"));
            assertThat(traces.networkInterface())
                    .isNotEqualTo(node.get("interface").asText());
            assertThat(traces.found())
                    .as("round %d: the search finds what runs", round)
                    .isNotEmpty();

            Outcome again = second.onCluster("up", "--node");
            Outcome status = second.onCluster("status");

            assertThat(again.output()).contains("up already");
            assertThat(second.pids()).isEqualTo(pids);
            assertThat(status.output()).contains("lab-node").contains("Ready");
            assertThat(status.exitCode()).isZero();

            Outcome down = second.onCluster("down");

            assertThat(down.exitCode()).as(down.output()).isZero();
            await().untilAsserted(() -> assertThat(traces.found()).isEmpty());
            assertThat(second.cluster()).doesNotExist();
        }
        assertThat(client.nodes().withName("lab-node").get()).matches(RealNodeIT::isReady);
    }

    @Test
    void cleansUpWhenAPartDoesNotStart(@TempDir Path other) throws Exception {
        LabCommand broken = new LabCommand(other, BUILD);
        Path configuration = Files.writeString(other.resolve("scheduler.yaml"), "kind: Nonsense\n");

        Outcome up = broken.onCluster("up", "--node", "--scheduler-config", configuration.toString());

        assertThat(up.exitCode()).isNotZero();
        assertThat(up.output()).contains("namespaces of the node: ready").contains("up failed, stopping");
        assertThat(broken.cluster()).doesNotExist();
        Matcher network = Pattern.compile("koord-lab-[0-9]+").matcher(up.output());
        assertThat(network.find()).as(up.output()).isTrue();
        MachineTraces traces = new MachineTraces(broken.cluster(), "/" + network.group(), network.group());
        await().untilAsserted(() -> assertThat(traces.found()).isEmpty());
    }

    private static void up(LabCommand lab, String... more) throws Exception {
        String[] arguments =
                Stream.concat(Stream.of("up", "--node"), Stream.of(more)).toArray(String[]::new);
        Outcome up = lab.onCluster(arguments);
        Prerequisite.require(up.exitCode() != 2, "a real node: " + up.output());
        assertThat(up.exitCode()).as(up.output()).isZero();
    }

    /** In a copy of the sources, as other tests use what is built in this tree. */
    private void buildAndPush(String component) throws Exception {
        Path root = ProjectLayout.find().root();
        Path copy = Files.createDirectories(lab.directory().resolve("sources"));
        succeed(
                "bash",
                "-c",
                "git -C " + root + " ls-files -z --cached --others --exclude-standard | tar -C " + root
                        + " --null --ignore-failed-read -T - -c | tar -C " + copy + " -x");
        String images = copy.resolve("bin/images").toString();
        succeed(images, "build", "--archive", "none", component);
        succeed(images, "push", node.get("registry").asText(), "--insecure", component);
    }

    private void installManager() throws Exception {
        Outcome built = lab.run("build", "--helm");
        assertThat(built.exitCode()).as(built.output()).isZero();
        succeed(
                lab.run("where", "helm").output().strip(),
                "install",
                "bridge",
                ProjectLayout.find().root().resolve("charts/koord-bridge").toString(),
                "--kubeconfig=" + lab.cluster().resolve("kubeconfig"),
                "--namespace=koordinator-system",
                "--create-namespace",
                "--wait",
                "--timeout=3m",
                "--set=image.registry=" + node.get("registry").asText(),
                "--set=manager.replicas=1,manager.nodeSelector.type=real",
                "--set=yarnOperator.enabled=false,scheduler.enabled=false,koordlet.enabled=false");
    }

    private void succeed(String... command) throws Exception {
        Outcome outcome = lab.runCommand(List.of(command), BUILD);
        assertThat(outcome.exitCode())
                .as("%s%n%s", List.of(command), outcome.output())
                .isZero();
    }

    /** A pod of the class burstable, on the real node. */
    private static Pod busybox(String name, String image, String script) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withNodeSelector(Map.of("type", "real"))
                .withTerminationGracePeriodSeconds(0L)
                .addNewContainer()
                .withName("main")
                .withImage(image)
                .withCommand("/bin/sh", "-c", script)
                .withNewResources()
                .addToRequests("cpu", new Quantity("50m"))
                .addToLimits("cpu", new Quantity("200m"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private Pod create(Pod pod) {
        return client.pods().inNamespace(NAMESPACE).resource(pod).create();
    }

    private String log(Pod pod) {
        awaitPhase(pod, "Running");
        return client.pods()
                .inNamespace(NAMESPACE)
                .withName(pod.getMetadata().getName())
                .getLog();
    }

    private void awaitPhase(Pod pod, String phase) {
        await().atMost(POD)
                .untilAsserted(() -> assertThat(client.pods()
                                .inNamespace(NAMESPACE)
                                .withName(pod.getMetadata().getName())
                                .get()
                                .getStatus())
                        .satisfies(status ->
                                assertThat(status.getPhase()).as("%s", status).isEqualTo(phase)));
    }

    private static boolean isReady(Node node) {
        return node.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }
}
