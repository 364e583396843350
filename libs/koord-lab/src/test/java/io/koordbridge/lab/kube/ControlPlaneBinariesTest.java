package io.koordbridge.lab.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlPlaneBinariesTest {
    private static final List<String> NAMES =
            List.of("etcd", "kube-apiserver", "kube-scheduler", "kube-controller-manager");
    /** SHA-256 of "sum" followed by "main". */
    private static final String KEY = "4c01e49ca65528f8f3e64d661d15be1e6283814f9aff06a82f9f31afd9e0117b";

    /** SHA-256 of "main". */
    private static final String MAIN_KEY = "0d6e4079e36703ebd37c00722f5891d28b0e2811dc114b129215123adcce3605";

    @TempDir
    private Path temp;

    private Path module;

    @BeforeEach
    void checkout() throws IOException {
        module = Files.createDirectories(temp.resolve("checkout/libs/some-module"));
        Path lab = Files.createDirectories(temp.resolve("checkout/lab"));
        Files.writeString(lab.resolve("go.sum"), "sum");
        Files.writeString(lab.resolve("main.go"), "main");
        Files.writeString(lab.resolve("go.mod"), "require (\n\tk8s.io/kubernetes v1.35.4\n)\n");
    }

    @Test
    void findsTheCacheEntryOfTheCheckoutAroundTheWorkingDirectory() throws IOException {
        Path built = executables(temp.resolve("cache/lab").resolve(KEY), NAMES);

        ControlPlaneBinaries binaries =
                from(Map.of("KOORD_BRIDGE_CACHE", temp.resolve("cache").toString()));

        assertThat(binaries.directory()).contains(built);
        assertThat(binaries.missing()).isEmpty();
    }

    @Test
    void looksInTheUsersCacheDirectoryUnlessToldOtherwise() throws IOException {
        Path built = executables(temp.resolve("home/.cache/koord-bridge/lab").resolve(KEY), NAMES);

        assertThat(from(Map.of("HOME", temp.resolve("home").toString())).directory())
                .contains(built);
    }

    @Test
    void prefersADirectoryNamedByTheEnvironment() throws IOException {
        Path own = executables(temp.resolve("own"), NAMES);

        assertThat(from(Map.of("KOORD_BRIDGE_LAB_BIN", own.toString())).directory())
                .contains(own);
    }

    @Test
    void namesWhatLacksAndTheCommandThatBuildsIt() throws IOException {
        executables(temp.resolve("cache/lab").resolve(KEY), List.of("etcd", "kube-apiserver", "kube-scheduler"));

        ControlPlaneBinaries binaries =
                from(Map.of("KOORD_BRIDGE_CACHE", temp.resolve("cache").toString()));

        assertThat(binaries.directory()).isEmpty();
        assertThat(binaries.missing().orElseThrow())
                .contains("no kube-controller-manager in")
                .contains("run bin/lab build");
    }

    @Test
    void doesNotTakeWhatWasBuiltFromOtherSources() throws IOException {
        executables(temp.resolve("cache/lab").resolve(KEY), NAMES);
        Files.writeString(temp.resolve("checkout/lab/go.sum"), "another sum");

        assertThat(from(Map.of("KOORD_BRIDGE_CACHE", temp.resolve("cache").toString()))
                        .directory())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.30", "v1.30"})
    void looksForAnotherReleaseOfKubernetes(String release) throws IOException {
        Path built = executables(temp.resolve("cache/lab/kubernetes-1.30-" + MAIN_KEY), NAMES);

        assertThat(ofRelease(release).directory()).contains(built);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.35", "1.35.4", "v1.35.4"})
    void theReleaseOfTheCheckoutIsNotAnotherOne(String release) throws IOException {
        Path built = executables(temp.resolve("cache/lab").resolve(KEY), NAMES);

        assertThat(ofRelease(release).directory()).contains(built);
    }

    @Test
    void namesTheCommandThatBuildsAnotherRelease() {
        assertThat(ofRelease("1.35.3").missing().orElseThrow()).endsWith("run bin/lab build --kubernetes 1.35.3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"latest", "1", "1.30.x", "2.0", "1.30/../1.31"})
    void refusesWhatIsNoRelease(String release) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ofRelease(release).directory())
                .withMessageContaining("KOORD_BRIDGE_KUBERNETES is '" + release + "'");
    }

    @Test
    void saysSoOutsideOfACheckout() {
        ControlPlaneBinaries binaries = new ControlPlaneBinaries(Map.of(), temp);

        assertThat(binaries.missing().orElseThrow()).contains("no lab/go.sum").contains("KOORD_BRIDGE_LAB_BIN");
    }

    private ControlPlaneBinaries ofRelease(String release) {
        return from(Map.of("KOORD_BRIDGE_CACHE", temp.resolve("cache").toString(), "KOORD_BRIDGE_KUBERNETES", release));
    }

    private ControlPlaneBinaries from(Map<String, String> environment) {
        return new ControlPlaneBinaries(environment, module);
    }

    private static Path executables(Path directory, List<String> names) throws IOException {
        Files.createDirectories(directory);
        for (String name : names) {
            Files.createFile(
                    directory.resolve(name),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return directory;
    }
}
