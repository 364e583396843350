package io.koordbridge.it.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.it.controlplane.LabCommand.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code bin/lab} as a user runs it. */
class LabCommandIT {
    @TempDir
    private Path temp;

    private LabCommand lab;

    @BeforeEach
    void prepare() {
        lab = new LabCommand(temp, Duration.ofMinutes(2));
    }

    @AfterEach
    void stop() throws Exception {
        lab.onCluster("down");
    }

    @Test
    void startsShowsAndEndsAControlPlaneWithoutATrace() throws Exception {
        ControlPlaneGate.requireExecutables();

        Outcome up = lab.onCluster("up", "--no-controller-manager");

        assertThat(up.exitCode()).as(up.output()).isZero();
        List<Long> pids = lab.pids();
        assertThat(pids).hasSize(3).allMatch(LabCommandIT::isAlive);
        assertThat(namespacesBy(lab.cluster().resolve("kubeconfig"))).contains("kube-system");
        assertThat(lab.onCluster("status").exitCode()).isZero();

        Outcome again = lab.onCluster("up");

        assertThat(again.output()).contains("up already");
        assertThat(lab.pids()).isEqualTo(pids);

        Outcome down = lab.onCluster("down");

        assertThat(down.exitCode()).as(down.output()).isZero();
        // An ended process stays visible until its parent has collected it.
        await().untilAsserted(() -> assertThat(pids).noneMatch(LabCommandIT::isAlive));
        assertThat(lab.cluster()).doesNotExist();
        assertThat(lab.onCluster("status").exitCode()).isEqualTo(3);
    }

    @Test
    void leavesADirectoryAloneThatItDidNotMake() throws Exception {
        Files.createDirectories(lab.cluster());
        Path precious = Files.writeString(lab.cluster().resolve("precious"), "mine");

        Outcome up = lab.onCluster("up");
        Outcome down = lab.onCluster("down");

        assertThat(up.exitCode()).isNotZero();
        assertThat(up.output()).contains("was not made by bin/lab");
        assertThat(down.exitCode()).isZero();
        assertThat(precious).hasContent("mine");
    }

    @Test
    void explainsItselfAndNamesWhatItDoesNotKnow() throws Exception {
        assertThat(lab.run("--help").output()).contains("usage: bin/lab build").contains("--node ");
        assertThat(lab.onCluster("up", "--nodes", "many"))
                .isEqualTo(new Outcome(2, "lab: --nodes many is not a number\n"));
        assertThat(lab.onCluster("up", "--node", "--cgroup-root", "/a/b"))
                .isEqualTo(new Outcome(2, "lab: --cgroup-root /a/b is not / or /NAME\n"));
        assertThat(lab.onCluster("up", "--cgroup-root", "/"))
                .isEqualTo(new Outcome(2, "lab: --cgroup-root is for --node\n"));
        assertThat(lab.run("build", "--kubernetes", "latest"))
                .isEqualTo(new Outcome(2, "lab: Kubernetes 'latest' is not a version such as 1.33 or 1.33.4\n"));
        assertThat(lab.run("reboot").exitCode()).isEqualTo(2);
    }

    private static List<String> namespacesBy(Path kubeconfig) throws IOException {
        Config config = Config.fromKubeconfig(Files.readString(kubeconfig));
        try (KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build()) {
            return client.namespaces().list().getItems().stream()
                    .map(namespace -> namespace.getMetadata().getName())
                    .toList();
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }
}
