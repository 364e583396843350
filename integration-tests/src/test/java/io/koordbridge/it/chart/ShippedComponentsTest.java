package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code bin/dist} and {@code bin/images} build is what the chart starts. */
class ShippedComponentsTest {
    private static final Path ROOT = ProjectLayout.find().root();
    private static final long MEBIBYTE = 1024L * 1024;

    private record Component(String name, Path module, String mainClass, String user, long memoryMib) {
        static Component parse(String line) {
            String[] columns = line.split(" +");
            return new Component(
                    columns[0], ROOT.resolve(columns[1]), columns[2], columns[3], Long.parseLong(columns[4]));
        }
    }

    private static List<Component> components() throws IOException {
        return listed("components");
    }

    private static List<Component> listed(String file) throws IOException {
        try (Stream<String> lines = Files.lines(ROOT.resolve("build/dist/" + file))) {
            return lines.filter(line -> !line.startsWith("#"))
                    .map(Component::parse)
                    .toList();
        }
    }

    @Test
    void chartStartsEachImageAsItsUserWithinItsMemory() throws IOException {
        assertThat(Rendered.podTemplates(new Chart().renderWith(Chart.DESCHEDULER))
                        .values())
                .extracting(ShippedComponentsTest::started)
                .containsExactlyInAnyOrderElementsOf(components().stream()
                        .map(component -> component.name() + " " + component.user() + " " + component.memoryMib())
                        .toList());
    }

    private static String started(PodTemplateSpec template) {
        PodSpec pod = template.getSpec();
        Container ours = pod.getContainers().get(0);
        Long user = ours.getSecurityContext().getRunAsUser();
        Long group = ours.getSecurityContext().getRunAsGroup();
        long memory = Quantity.getAmountInBytes(ours.getResources().getLimits().get("memory"))
                .longValueExact();
        return ours.getImage().replaceFirst(".*/", "").replaceFirst(":.*", "") + " "
                + (user == null ? pod.getSecurityContext().getRunAsUser() : user) + ":"
                + (group == null ? pod.getSecurityContext().getRunAsGroup() : group) + " " + memory / MEBIBYTE;
    }

    @Test
    void optionsOfTheJvmReachTheStartScriptThatAddsThem() throws IOException {
        List<HasMetadata> objects =
                new Chart().renderWith("manager.javaOptions=-Xmx1g -Xlog:gc", "koordlet.javaOptions=-Xmx64m");

        assertThat(options(objects, "koord-manager")).isEqualTo("-Xmx448m -Xmx1g -Xlog:gc");
        assertThat(options(objects, "koordlet")).isEqualTo("-Xmx64m");
        assertThat(options(objects, "yarn-operator")).isEmpty();
        assertThat(ROOT.resolve("build/dist/launcher.sh")).content().contains("JAVA_OPTS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"manager", "scheduler"})
    void heapAndMemoryFollowTheExpectedNodes(String part) {
        String workload = "koord-" + part;
        String nodes = part + ".expectedNodes=10000";
        List<HasMetadata> large = new Chart().renderWith(nodes);
        List<HasMetadata> own = new Chart().renderWith(nodes, part + ".resources.limits.memory=2Gi");

        assertThat(options(large, workload)).isEqualTo("-Xmx753m");
        assertThat(memoryLimit(large, workload)).isEqualTo("1073Mi");
        assertThat(memoryLimit(own, workload)).isEqualTo("2Gi");
    }

    @Test
    void theSchedulerHasAtLeastAHeapForSmallClusters() {
        List<HasMetadata> small = new Chart().renderWith("scheduler.expectedNodes=100");

        assertThat(options(small, "koord-scheduler")).isEqualTo("-Xmx192m");
        assertThat(memoryLimit(small, "koord-scheduler")).isEqualTo("512Mi");
    }

    private static String memoryLimit(List<HasMetadata> objects, String workload) {
        return Rendered.podTemplates(objects)
                .get(workload)
                .getSpec()
                .getContainers()
                .get(0)
                .getResources()
                .getLimits()
                .get("memory")
                .toString();
    }

    private static String options(List<HasMetadata> objects, String workload) {
        return Rendered.podTemplates(objects).get(workload).getSpec().getContainers().get(0).getEnv().stream()
                .filter(variable -> variable.getName().equals("JAVA_OPTS"))
                .map(EnvVar::getValue)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void eachComponentHasItsMainClassAndItsOptions() throws IOException {
        assertThat(Stream.concat(components().stream(), listed("commands").stream()))
                .allSatisfy(component -> {
                    assertThat(component
                                    .module()
                                    .resolve("src/main/java/"
                                            + component.mainClass().replace('.', '/') + ".java"))
                            .isRegularFile();
                    assertThat(component.module().resolve("src/main/dist/jvm.options"))
                            .isRegularFile();
                });
    }

    @Test
    void eachComponentIsInEveryPlaceOfTheChecklist() throws IOException {
        String archive = Files.readString(ROOT.resolve("build/dist/class-archive.sh"));
        String references = Files.readString(ROOT.resolve("bin/config-reference"));
        String rights = Files.readString(ROOT.resolve("integration-tests/src/test/resources/chart/access.csv"));
        String tests = Files.readString(ROOT.resolve("integration-tests/pom.xml"));
        String map = Files.readString(ROOT.resolve("AGENTS.md"));

        assertThat(components()).allSatisfy(component -> {
            String name = component.name();
            String module = ROOT.relativize(component.module()).toString();
            assertThat(archive).as("class archive of %s", name).contains("\n  " + name + ")");
            assertThat(references).as("configuration reference of %s", name).contains(" " + module + " ");
            assertThat(ROOT.resolve("docs/reference/" + name + ".md")).isRegularFile();
            assertThat(ROOT.resolve("charts/koord-bridge/templates/" + name + "/rbac.yaml"))
                    .isRegularFile();
            assertThat(rights).as("rights of %s", name).contains("\n" + name + ",");
            assertThat(tests).contains("<artifactId>" + component.module().getFileName() + "</artifactId>");
            assertThat(map).contains("| `" + module + "` |");
            assertThat(architectureTests(component.module()))
                    .as("ArchitectureTest of %s", module)
                    .hasSize(1);
        });
    }

    private static List<Path> architectureTests(Path module) {
        try (Stream<Path> files = Files.walk(module.resolve("src/test/java"))) {
            return files.filter(file -> file.endsWith("ArchitectureTest.java")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
