package io.koordbridge.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.it.controlplane.LabCommand;
import io.koordbridge.it.controlplane.LabCommand.Outcome;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A release for two platforms: its files, that they come out equal again, and that colo needs nothing else. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReleaseIT {
    private static final Duration PATIENCE = Duration.ofMinutes(20);
    private static final String VERSION = "0.1.0";
    private static final List<String> COMPONENTS = List.of(
            "koord-manager",
            "koordlet",
            "yarn-operator",
            "koord-scheduler",
            "koord-descheduler",
            "colo",
            "copilot-plugin");

    private static final String AMD64 = "linux/amd64";
    private static final String ARM64 = "linux/arm64";
    /** In an ELF file: byte 18 is the machine, 183 is AArch64. */
    private static final int MACHINE = 18;

    private static final byte AARCH64 = (byte) 183;

    private Path temp;
    private LabCommand lab;
    private Path helm;
    private Path release;

    @BeforeAll
    void build(@TempDir Path directory) throws Exception {
        temp = directory;
        lab = new LabCommand(directory, PATIENCE);
        Prerequisite.require(has("buildah"), "buildah");
        Prerequisite.require(has("apt-get"), "apt-get, whose packages are the base of images");
        Outcome built = lab.run("build", "--helm");
        Prerequisite.require(built.exitCode() != 2, "helm: " + built.output());
        helm = Path.of(lab.run("where", "helm").output().strip());
        release = ReleaseBuild.ofThisBuild(lab, directory.resolve("sources"));
    }

    private static boolean has(String command) {
        return Stream.of("/usr/bin/", "/usr/sbin/").anyMatch(place -> Files.isExecutable(Path.of(place + command)));
    }

    @Test
    void checksumsCoverEveryFileOfTheRelease() throws Exception {
        List<String> expected = new ArrayList<>(List.of(
                "LICENSE",
                "NOTICE",
                "README.txt",
                "charts/hadoop-yarn-0.1.0.tgz",
                "charts/index.yaml",
                "charts/koord-bridge-0.1.0.tgz",
                "colo-0.1.0-linux-amd64.tar.gz",
                "colo-0.1.0-linux-arm64.tar.gz",
                "colo.yaml",
                "push",
                "sbom.cdx.json"));
        COMPONENTS.forEach(name -> expected.add("images/" + name + "-0.1.0.tar"));

        Map<String, String> sums = sums(release);

        assertThat(sums).containsKeys(expected.toArray(String[]::new)).isEqualTo(files());
    }

    private static Map<String, String> sums(Path release) throws IOException {
        return Files.readAllLines(release.resolve("SHA256SUMS")).stream()
                .map(line -> line.split("  ", 2))
                .collect(Collectors.toMap(line -> line[1], line -> line[0]));
    }

    private Map<String, String> files() throws Exception {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(release)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(release.relativize(file).toString(), sha256(file));
            }
        }
        files.remove("SHA256SUMS");
        return files;
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    @Test
    void everyImageIsThereForBothPlatforms() throws Exception {
        for (String component : COMPONENTS) {
            ImageArchive archive = image(release, component);

            assertThat(archive.platforms()).as(component).containsOnlyKeys(AMD64, ARM64);
            assertThat(archive.name()).isEqualTo("localhost/koord-bridge/" + component + ":" + VERSION);
            assertThat(archive.configuration(ARM64).path("architecture").asText())
                    .isEqualTo("arm64");
            assertThat(archive.configuration(ARM64).path("config").path("Entrypoint"))
                    .isEqualTo(archive.configuration(AMD64).path("config").path("Entrypoint"))
                    .isNotEmpty();
            assertThat(archive.configuration(ARM64).at("/config/User"))
                    .isEqualTo(archive.configuration(AMD64).at("/config/User"));
        }
    }

    @Test
    void theBaseOfTheOtherPlatformIsOfItsMachineAndKnowsTheUser() throws Exception {
        ImageArchive plugin = image(release, "copilot-plugin");
        String base = plugin.layers(ARM64).get(0);

        assertThat(plugin.fileIn(base, "opt/java/bin/java")[MACHINE]).isEqualTo(AARCH64);
        assertThat(plugin.fileIn(base, "usr/bin/busybox")[MACHINE]).isEqualTo(AARCH64);
        assertThat(new String(plugin.fileIn(base, "etc/passwd"), StandardCharsets.UTF_8))
                .contains("koord-bridge:x:65532:");
    }

    @Test
    void librariesAndOurPartAreTheSameLayersOnBothPlatforms() throws Exception {
        ImageArchive operator = image(release, "yarn-operator");
        List<String> own = operator.layers(AMD64);
        List<String> other = operator.layers(ARM64);

        assertThat(other).hasSizeGreaterThan(3);
        assertThat(own.subList(1, other.size())).isEqualTo(other.subList(1, other.size()));
        assertThat(own).as("and the class archive").hasSize(other.size() + 1);
    }

    private static ImageArchive image(Path directory, String component) {
        return new ImageArchive(directory.resolve("images/" + component + "-" + VERSION + ".tar"));
    }

    @Test
    void theIndexOfTheRepositoryNamesTheChartsAsTheyAre() throws Exception {
        JsonNode index =
                Serialization.unmarshal(Files.readString(release.resolve("charts/index.yaml")), JsonNode.class);

        for (String chart : List.of("koord-bridge", "hadoop-yarn")) {
            JsonNode entry = index.at("/entries/" + chart + "/0");
            String file = chart + "-" + VERSION + ".tgz";
            assertThat(entry.at("/urls/0").asText()).isEqualTo(file);
            assertThat(entry.path("digest").asText()).isEqualTo(sha256(release.resolve("charts/" + file)));
            assertThat(entry.path("created").asText()).isEqualTo("2023-11-14T22:13:20Z");
        }
    }

    @Test
    void theManifestForKrewNamesTheArchivesAsTheyAre() throws Exception {
        JsonNode platforms = Serialization.unmarshal(Files.readString(release.resolve("colo.yaml")), JsonNode.class)
                .at("/spec/platforms");

        assertThat(platforms).hasSize(2);
        for (JsonNode platform : platforms) {
            String file = "colo-" + VERSION + "-linux-"
                    + platform.at("/selector/matchLabels/arch").asText() + ".tar.gz";
            assertThat(platform.path("uri").asText()).endsWith("/" + file);
            assertThat(platform.path("sha256").asText()).isEqualTo(sha256(release.resolve(file)));
            List<String> entries = run("tar", "-tvzf", release.resolve(file).toString())
                    .lines()
                    .toList();
            assertThat(entries)
                    .as("krew unpacks no links")
                    .allMatch(line -> line.startsWith("-") || line.startsWith("d"))
                    .anyMatch(line -> line.startsWith("-rwx")
                            && line.endsWith(" " + platform.path("bin").asText()));
        }
    }

    @Test
    void theBillOfMaterialsHasOurPartsLibrariesPackagesAndJava() throws Exception {
        List<String> parts = parts(release);

        assertThat(parts)
                .doesNotHaveDuplicates()
                .contains(
                        "pkg:maven/io.koordbridge/copilot-nodemanager-plugin@0.1.0-SNAPSHOT?type=jar",
                        "pkg:maven/io.koordbridge/yarn-operator@0.1.0-SNAPSHOT?type=jar")
                .anyMatch(part -> part.startsWith("pkg:maven/io.fabric8/kubernetes-client@"))
                .anyMatch(part -> part.startsWith("pkg:deb/debian/libc6@") && part.endsWith("arch=amd64"))
                .anyMatch(part -> part.startsWith("pkg:deb/debian/libc6@") && part.endsWith("arch=arm64"))
                .anyMatch(part -> part.startsWith("pkg:generic/openjdk@17") && part.endsWith("arch=arm64"));
    }

    private static List<String> parts(Path directory) throws IOException {
        return new ObjectMapper()
                .readTree(directory.resolve("sbom.cdx.json").toFile())
                .path("components")
                .findValuesAsText("purl");
    }

    @Test
    void coloStartsWithoutJavaOnThePath() throws Exception {
        String home = temp.resolve("colo-" + VERSION).toString();
        run(
                "tar",
                "-C",
                temp.toString(),
                "-xzf",
                release.resolve("colo-" + VERSION + "-linux-amd64.tar.gz").toString());
        Path tools = Files.createDirectories(temp.resolve("tools"));
        for (String tool : List.of("sh", "readlink")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }
        Path empty = Files.createDirectories(temp.resolve("empty"));

        assertThat(run("env", "-i", "-C", empty.toString(), "PATH=" + tools, home + "/bin/kubectl-colo", "--version"))
                .isEqualTo("colo " + VERSION + "\n");
    }

    /** Compiles everything once more. */
    @Test
    @Tag("soak")
    void aSecondBuildWithoutTheFirstOnesCacheGivesTheSameFilesAndLayers() throws Exception {
        Path second = temp.resolve("second");
        List<String> environment = List.of(
                "KOORD_BRIDGE_CACHE=" + temp.resolve("cache"),
                "PATH=" + helm.getParent() + ":" + System.getenv("PATH"));
        ReleaseBuild.fromSources(lab, temp.resolve("second-sources"))
                .release(environment, second, "colo", "copilot-plugin");

        Map<String, String> first = sums(release);
        Map<String, String> again = sums(second);
        // An image's history names what the builder had between its steps; the bill lists the components.
        again.keySet().removeIf(file -> file.startsWith("images/") || file.equals("sbom.cdx.json"));
        assertThat(again).hasSizeGreaterThan(8);
        assertThat(first).containsAllEntriesOf(again);
        assertThat(parts(release)).containsAll(parts(second));
        for (String platform : List.of(AMD64, ARM64)) {
            assertThat(image(second, "copilot-plugin").layers(platform))
                    .as(platform)
                    .isEqualTo(image(release, "copilot-plugin").layers(platform));
        }
        ImageArchive colo = image(release, "colo");
        ImageArchive same = image(second, "colo");
        List<String> layers = colo.layers(AMD64);
        // Without a class archive, which differs a little each time.
        assertThat(same.layers(ARM64)).isEqualTo(colo.layers(ARM64));
        assertThat(same.layers(AMD64))
                .hasSameSizeAs(layers)
                .startsWith(layers.subList(0, layers.size() - 1).toArray(String[]::new));
    }

    private String run(String... command) throws Exception {
        return new ReleaseBuild(lab, temp).succeed(List.of(command));
    }
}
