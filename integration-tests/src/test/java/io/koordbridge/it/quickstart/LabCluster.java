package io.koordbridge.it.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.it.controlplane.LabCommand;
import io.koordbridge.it.controlplane.LabCommand.Outcome;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The node with the usual place of its control groups, and a shell as a reader of the page has it: in the sources, with kubectl and helm. */
final class LabCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(15);
    /** Sources, and what this build has compiled of them, so that the images' build compiles nothing again. */
    private static final String COPY = """
            cd %s
            { git ls-files -z --cached --others --exclude-standard
              find . -path ./story -prune -o -path ./integration-tests -prune -o -path '*/target/classes/*' -type f -print0
            } | tar --null --ignore-failed-read -T - -c | tar -C %s -x
            """;

    private final LabCommand lab;
    private final Path sources;
    private final Path executables;
    private final String registry;
    private final KubernetesClient client;

    private LabCluster(LabCommand lab) throws IOException, InterruptedException {
        this.lab = lab;
        this.sources = Files.createDirectories(lab.directory().resolve("sources"));
        this.executables = Files.createDirectories(lab.directory().resolve("bin"));
        this.registry = lab.state().at("/node/registry").asText();
        succeed("bash", "-ec", COPY.formatted(ProjectLayout.find().root(), sources));
        for (String tool : List.of("kubectl", "helm")) {
            Path place = Path.of(where(tool));
            Files.createSymbolicLink(executables.resolve(tool), place);
        }
        this.client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(kubeconfig())))
                .build();
    }

    static LabCluster start(Path directory) throws IOException, InterruptedException {
        LabCommand lab = new LabCommand(directory, PATIENCE);
        Outcome built = lab.run("build", "--node", "--helm");
        Prerequisite.require(built.exitCode() != 2, "a real node: " + built.output());
        Outcome up = lab.onCluster("up", "--node", "--cgroup-root", "/");
        Prerequisite.require(up.exitCode() != 2, "a real node: " + up.output());
        assertThat(up.exitCode()).as(up.output()).isZero();
        return new LabCluster(lab);
    }

    private String where(String tool) throws IOException, InterruptedException {
        Outcome outcome = tool.equals("helm") ? lab.run("where", tool) : lab.run("where");
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        String place = outcome.output().strip();
        return tool.equals("helm") ? place : place + "/" + tool;
    }

    KubernetesClient client() {
        return client;
    }

    String registry() {
        return registry;
    }

    /** Where the blocks run. */
    Path sources() {
        return sources;
    }

    private Path kubeconfig() {
        return lab.cluster().resolve("kubeconfig");
    }

    /** Runs a block of the page; any failing line ends it. */
    Outcome shell(String script) throws IOException, InterruptedException {
        return lab.runCommand(
                List.of(
                        "env",
                        "PATH=" + executables + ":" + System.getenv("PATH"),
                        "KUBECONFIG=" + kubeconfig(),
                        "bash",
                        "-c",
                        "set -euo pipefail; cd \"$0\"; eval \"$1\"",
                        sources.toString(),
                        script),
                PATIENCE);
    }

    String succeed(String... command) throws IOException, InterruptedException {
        Outcome outcome = lab.runCommand(List.of(command), PATIENCE);
        assertThat(outcome.exitCode())
                .as("%s%n%s", List.of(command), outcome.output())
                .isZero();
        return outcome.output();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        client.close();
        Outcome down = lab.onCluster("down");
        assertThat(down.exitCode()).as(down.output()).isZero();
        await("the tier to go").until(() -> !Files.exists(BestEffort.TIER));
    }
}
