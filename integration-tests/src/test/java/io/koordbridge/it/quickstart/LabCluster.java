package io.koordbridge.it.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.it.controlplane.LabCommand;
import io.koordbridge.it.controlplane.LabCommand.Outcome;
import io.koordbridge.it.release.ReleaseBuild;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/**
 * The node with the usual place of its control groups, and a terminal as a reader of the page has it: in the directory of a release, with
 * kubectl, helm, skopeo and docker, without a JDK, Maven and buildah. The node's registry mirrors Docker Hub and registry.k8s.io.
 */
final class LabCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final List<String> TOOLS = List.of(
            "awk basename bash cat chmod cp curl cut date dirname env find grep gzip head id ls mkdir mktemp mv readlink rm sed sh sha256sum"
                    .concat(" skopeo sleep sort tail tar tee timeout touch tr uname uniq wc xargs")
                    .split(" "));
    /** buildah takes the words of docker build and docker push, and no engine runs here. */
    private static final String DOCKER = """
            #!/bin/bash
            export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin BUILDAH_ISOLATION=chroot
            storage=%s
            exec buildah --root "$storage" --runroot "$storage.run" "$@"
            """;

    private static final String REGISTRIES = """
            [[registry]]
            location = "%s"
            insecure = true
            [[registry]]
            location = "docker.io"
            [[registry.mirror]]
            location = "%s"
            insecure = true
            """;

    private final LabCommand lab;
    private final Path executables;
    private final Path release;
    private final String registry;
    private final KubernetesClient client;

    private LabCluster(LabCommand lab) throws IOException, InterruptedException {
        this.lab = lab;
        this.executables = Files.createDirectories(lab.directory().resolve("bin"));
        this.release = lab.directory().resolve("release");
        this.registry = lab.state().at("/node/registry").asText();
        layOutTools();
        this.client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(kubeconfig())))
                .build();
    }

    static LabCluster start(Path directory) throws IOException, InterruptedException {
        LabCommand lab = new LabCommand(directory, PATIENCE);
        Prerequisite.require(Files.isExecutable(Path.of("/usr/bin/skopeo")), "skopeo, a package of Debian");
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

    /** The page's prerequisites: a release, images of Docker Hub and of Kubernetes. */
    void prepare(String hadoop) throws IOException, InterruptedException {
        Files.setPosixFilePermissions(lab.directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
        succeed("cp", "-a", releaseOfThisRun().toString(), release.toString());
        for (String script : List.of("lab/stock-images.sh " + hadoop, "lab/kube-scheduler-image.sh")) {
            succeed("bash", "-ec", "%s/%s %s".formatted(ProjectLayout.find().root(), script, registry));
        }
    }

    /** One that was made before, while a test is written; else the one of this build. */
    private Path releaseOfThisRun() throws IOException, InterruptedException {
        String given = System.getProperty("koordbridge.release", "");
        return given.isEmpty() ? ReleaseBuild.ofThisBuild(lab, lab.directory().resolve("sources")) : Path.of(given);
    }

    /** What of the machine the terminal has. */
    private void layOutTools() throws IOException, InterruptedException {
        Files.createSymbolicLink(executables.resolve("kubectl"), Path.of(where("kubectl")));
        Files.createSymbolicLink(executables.resolve("helm"), Path.of(where("helm")));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(
                    executables.resolve(tool),
                    Path.of(succeed("bash", "-c", "command -v " + tool).strip()));
        }
        Path docker = executables.resolve("docker");
        Files.writeString(
                docker,
                DOCKER.formatted(succeed(
                                "bash",
                                "-c",
                                "echo ${KOORD_BRIDGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/koord-bridge}/images/storage")
                        .strip()));
        Files.setPosixFilePermissions(docker, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path settings = Files.createDirectories(lab.directory().resolve(".config/containers"));
        Files.writeString(settings.resolve("registries.conf"), REGISTRIES.formatted(registry, registry));
    }

    KubernetesClient client() {
        return client;
    }

    String registry() {
        return registry;
    }

    /** Where the blocks run. */
    Path release() {
        return release;
    }

    private Path kubeconfig() {
        return lab.cluster().resolve("kubeconfig");
    }

    /** Each block goes on with the variables of the last one, as in a terminal; any failing line ends it. */
    Outcome shell(String script) throws IOException, InterruptedException {
        return lab.runCommand(
                List.of(
                        "env",
                        "-i",
                        "PATH=" + executables,
                        "HOME=" + lab.directory(),
                        "KUBECONFIG=" + kubeconfig(),
                        "bash",
                        "-c",
                        "set -euo pipefail; cd \"$0\"; if [ -e ../variables ]; then . ../variables; fi; eval \"$1\"; export -p >../variables",
                        release.toString(),
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
