package io.koordbridge.it.chart;

import static io.koordbridge.it.chart.HadoopChart.V1;
import static io.koordbridge.it.chart.HadoopChart.file;
import static io.koordbridge.it.chart.HadoopChart.nodeManager;
import static io.koordbridge.it.chart.HadoopChart.notes;
import static io.koordbridge.it.chart.HadoopChart.pod;
import static io.koordbridge.it.chart.HadoopChart.property;
import static io.koordbridge.it.chart.HadoopChart.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory that ResourceManager, NodeManagers and clients share. */
class HadoopSharedDirectoryTest {
    private static final String HOST_PATH = "sharedDirectory.hostPath=/srv/hadoop";
    private static final String CLAIM = "sharedDirectory.persistentVolumeClaim=hadoop-shared";

    @Test
    void isMountedInAllPods() {
        for (String name : List.of("hadoop-resourcemanager", "hadoop-nodemanager")) {
            PodSpec pod = pod(name, HOST_PATH, "sharedDirectory.path=/mnt/yarn").getSpec();

            assertThat(pod.getVolumes())
                    .filteredOn(volume -> volume.getName().equals("shared"))
                    .singleElement()
                    .extracting(volume -> volume.getHostPath().getPath())
                    .isEqualTo("/srv/hadoop");
            assertThat(pod.getContainers().get(0).getVolumeMounts())
                    .filteredOn(mount -> mount.getName().equals("shared"))
                    .singleElement()
                    .extracting(mount -> mount.getMountPath())
                    .isEqualTo("/mnt/yarn");
        }
        assertThat(nodeManager(CLAIM).getSpec().getVolumes())
                .filteredOn(volume -> volume.getPersistentVolumeClaim() != null)
                .singleElement()
                .extracting(volume -> volume.getPersistentVolumeClaim().getClaimName())
                .isEqualTo("hadoop-shared");
    }

    @Test
    void isWhereSparkAndYarnKeepFiles() {
        String spark = "spark-defaults.conf";

        assertThat(file(spark, HOST_PATH, "sharedDirectory.path=/mnt/yarn", "spark.home=/spark"))
                .contains(
                        "spark.master yarn\n",
                        "spark.yarn.stagingDir file:///mnt/yarn/staging\n",
                        "spark.yarn.jars local:/spark/jars/*\n",
                        "spark.eventLog.enabled true\n",
                        "spark.eventLog.dir file:///mnt/yarn/spark-events\n");
        assertThat(file(
                        spark,
                        HOST_PATH,
                        "spark.defaults.spark\\.eventLog\\.enabled=false",
                        "spark.defaults.spark\\.executor\\.cores=2"))
                .contains("spark.eventLog.enabled false\n", "spark.executor.cores 2\n")
                .doesNotContain("spark.eventLog.enabled true");
        assertThat(file("yarn-site.xml", HOST_PATH))
                .contains(property("yarn.log-aggregation-enable", "true"))
                .contains(property("yarn.nodemanager.remote-app-log-dir", "file:///shared/logs"));
        assertThat(file("mapred-site.xml", HOST_PATH))
                .contains(property("yarn.app.mapreduce.am.staging-dir", "file:///shared/staging"));
    }

    @Test
    void isNotNeededWhereTheFileSystemIsShared() {
        String warning = "WARNING: the pods share no file system. Spark in cluster mode and MapReduce do not work";

        assertThat(notes()).contains(warning, "sharedDirectory.persistentVolumeClaim");
        assertThat(notes(HOST_PATH)).doesNotContain(warning);
        assertThat(notes("site.core-site\\.xml.fs\\.defaultFS=hdfs://name")).doesNotContain(warning);
        assertThat(file("yarn-site.xml")).doesNotContain("log-aggregation", "remote-app-log-dir");
        assertThat(file("spark-defaults.conf")).doesNotContain("stagingDir", "eventLog");
    }

    @Test
    void hasOneSourceAndAKnownShape() {
        assertThatThrownBy(() -> render(HOST_PATH, CLAIM))
                .hasMessageContaining("sharedDirectory: set hostPath or persistentVolumeClaim, not both");
        assertThatThrownBy(() -> render("sharedDirectory.hostpath=/srv")).hasMessageContaining("hostpath");
        assertThatThrownBy(() -> render("sharedDirectory.hostPath=srv"))
                .hasMessageContaining("/sharedDirectory/hostPath");
        assertThatThrownBy(() -> render("sharedDirectory.path=shared")).hasMessageContaining("/sharedDirectory/path");
    }

    @Test
    void itsDirectoriesAreMadeWithTwoCapabilities() {
        Container make = make(V1[0], V1[1]);

        assertThat(make.getSecurityContext().getCapabilities().getAdd()).containsExactly("CHOWN", "FOWNER");
        assertThat(make.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(make.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(make.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(pod("hadoop-resourcemanager").getSpec().getInitContainers()).isEmpty();
    }

    /** The command itself, for the own user instead of YARN's. */
    @Test
    void itsDirectoriesAreOpenToAllUsersAndKeepWhatIsThere(@TempDir Path directory) throws Exception {
        String owner = Files.getAttribute(directory, "unix:uid") + ":" + Files.getAttribute(directory, "unix:gid");
        List<String> make = make().getCommand().stream()
                .map(part -> part.replace("65531:65531", owner))
                .toList();

        run(make, directory);
        Files.writeString(directory.resolve("staging/kept"), "kept");
        Files.setPosixFilePermissions(directory.resolve("logs"), PosixFilePermissions.fromString("rwx------"));
        run(make, directory);

        assertThat(directory.resolve("staging/kept")).hasContent("kept");
        assertThat(mode(directory, "staging")).isEqualTo("1777");
        assertThat(mode(directory, "logs")).isEqualTo("1777");
        assertThat(mode(directory, "spark-events")).isEqualTo("3777");
    }

    private static String mode(Path directory, String name) throws IOException {
        return Integer.toOctalString((int) Files.getAttribute(directory.resolve(name), "unix:mode") & 07777);
    }

    private static void run(List<String> command, Path directory) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }

    private static Container make(String... more) {
        String[] settings = Arrays.copyOf(more, more.length + 1);
        settings[more.length] = HOST_PATH;
        return pod("hadoop-resourcemanager", settings)
                .getSpec()
                .getInitContainers()
                .get(0);
    }
}
