package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.it.chart.Chart;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.page.Launcher;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.process.ProjectLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code colo preflight} against a real API server, webhook and ResourceManager. */
@Tag("long")
@Tag("versions-kubernetes")
class PreflightIT {
    private static final List<Class<? extends HasMetadata>> RIGHTS =
            List.of(ServiceAccount.class, ClusterRole.class, ClusterRoleBinding.class);
    private static final String NODE = "preflight-worker";

    @TempDir
    private Path directory;

    private RealControlPlane controlPlane;
    private Launcher colo;

    @Test
    void findsWhatIsMissingBeforeAndAfterAnInstallation() throws Exception {
        controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        colo = new Launcher(directory, Map.of());
        controlPlane.createNode(NODE, Map.of("cpu", "16", "memory", "64Gi"));

        assertThat(findings("--node", NODE))
                .contains("rights/install the chart OK", "versions/API server OK", "processes/koord-manager WARN")
                .doesNotContain("webhook/answers OK");

        new ManagerCluster(controlPlane);
        ChartEntries entries = new ChartEntries(client);
        entries.register(List.of());
        List<HasMetadata> objects = new Chart()
                .renderWith().stream()
                        .filter(each -> each.getMetadata().getName().endsWith("koord-manager"))
                        .toList();
        objects.stream()
                .filter(Deployment.class::isInstance)
                .forEach(each -> client.resource(each).create());
        try (ManagerUnderTest manager = ManagerUnderTest.start(
                ManagerOptions.of("koord-manager-preflight", controlPlane.kubeconfig(), directory.resolve("m")))) {
            entries.awaitInForce();

            assertThat(manager.process().isAlive()).isTrue();
            assertThat(findings("--node", NODE))
                    .contains("rights/koord-manager FAIL", "webhook/answers OK", "webhook/certificate authority OK")
                    .contains("processes/koord-manager FAIL");
        }
        objects.stream()
                .filter(each -> RIGHTS.contains(each.getClass()))
                .forEach(each -> client.resource(each).create());
        assertThat(findings()).contains("rights/koord-manager OK", "webhook/answers FAIL");
    }

    @Test
    void asksARunningResourceManager() throws Exception {
        controlPlane = ControlPlaneGate.share();
        colo = new Launcher(directory, Map.of());
        controlPlane.createNode(NODE + "-2", Map.of("cpu", "16", "memory", "64Gi"));
        ResourceManagerOptions options = ResourceManagerOptions.of(
                        HadoopRuntime.hadoop35(ProjectLayout.find()), directory.resolve("rm"))
                .property("yarn.admin.acl", "yarn");
        try (ResourceManagerProcess master = ResourceManagerProcess.start(options)) {
            String web = master.webUri().toString();

            assertThat(findings("--resourcemanager", web, "--yarn-user", "yarn"))
                    .contains("ResourceManager/Hadoop OK", "ResourceManager/authentication OK")
                    .contains("ResourceManager/yarn.admin.acl OK", "ResourceManager/counts vcores WARN");
            assertThat(findings("--resourcemanager", web, "--yarn-user", "koord"))
                    .contains("ResourceManager/yarn.admin.acl FAIL");
        }
    }

    /** As {@code part/check LEVEL}. */
    private List<String> findings(String... more) throws Exception {
        List<String> line = new ArrayList<>(List.of(
                "preflight",
                "-o",
                "json",
                "--kubeconfig",
                controlPlane.kubeconfig().toString()));
        line.addAll(List.of(more));
        Launcher.Result result = colo.run(line.toArray(String[]::new));
        JsonNode document = new ObjectMapper().readTree(result.out());
        assertThat(result.exitCode())
                .as(result.err())
                .isEqualTo(document.path("fail").asInt() > 0 ? 1 : 0);
        return document.path("findings").findParents("part").stream()
                .map(each -> each.path("part").asText() + "/"
                        + each.path("check").asText() + " " + each.path("level").asText())
                .toList();
    }
}
