package io.koordbridge.it.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code bin/lab} as a user runs it. */
class LabCommandIT {
    private static final long PATIENCE_SECONDS = 120;

    @TempDir
    private Path temp;

    record Outcome(int exitCode, String output) {}

    @AfterEach
    void stop() throws Exception {
        lab("down", "--dir", cluster().toString());
    }

    @Test
    void startsShowsAndEndsAControlPlaneWithoutATrace() throws Exception {
        ControlPlaneGate.requireExecutables();

        Outcome up = lab("up", "--dir", cluster().toString(), "--no-controller-manager");

        assertThat(up.exitCode()).as(up.output()).isZero();
        JsonNode state =
                new ObjectMapper().readTree(cluster().resolve("state.json").toFile());
        List<Long> pids = pids(state);
        assertThat(pids).hasSize(3).allMatch(LabCommandIT::isAlive);
        assertThat(namespacesBy(cluster().resolve("kubeconfig"))).contains("kube-system");
        assertThat(lab("status", "--dir", cluster().toString()).exitCode()).isZero();

        Outcome again = lab("up", "--dir", cluster().toString());

        assertThat(again.output()).contains("up already");
        assertThat(pids(new ObjectMapper()
                        .readTree(cluster().resolve("state.json").toFile())))
                .isEqualTo(pids);

        Outcome down = lab("down", "--dir", cluster().toString());

        assertThat(down.exitCode()).as(down.output()).isZero();
        // An ended process stays visible until its parent has collected it.
        await().untilAsserted(() -> assertThat(pids).noneMatch(LabCommandIT::isAlive));
        assertThat(cluster()).doesNotExist();
        assertThat(lab("status", "--dir", cluster().toString()).exitCode()).isEqualTo(3);
    }

    @Test
    void leavesADirectoryAloneThatItDidNotMake() throws Exception {
        Files.createDirectories(cluster());
        Path precious = Files.writeString(cluster().resolve("precious"), "mine");

        Outcome up = lab("up", "--dir", cluster().toString());
        Outcome down = lab("down", "--dir", cluster().toString());

        assertThat(up.exitCode()).isNotZero();
        assertThat(up.output()).contains("was not made by bin/lab");
        assertThat(down.exitCode()).isZero();
        assertThat(precious).hasContent("mine");
    }

    @Test
    void explainsItselfAndNamesWhatItDoesNotKnow() throws Exception {
        assertThat(lab("--help").output()).contains("usage: bin/lab build").contains("no container is executed");
        assertThat(lab("up", "--nodes", "many", "--dir", cluster().toString()))
                .isEqualTo(new Outcome(2, "lab: --nodes many is not a number\n"));
        assertThat(lab("reboot").exitCode()).isEqualTo(2);
    }

    private Path cluster() {
        return temp.resolve("cluster");
    }

    private Outcome lab(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProjectLayout.find().root().resolve("bin/lab").toString());
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(temp, "lab", ".out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        assertThat(ended).as(command.toString()).isTrue();
        return new Outcome(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
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

    private static List<Long> pids(JsonNode state) {
        List<Long> pids = new ArrayList<>();
        state.get("processes").forEach(pid -> pids.add(pid.asLong()));
        return pids;
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }
}
