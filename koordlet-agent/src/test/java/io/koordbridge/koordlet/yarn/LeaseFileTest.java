package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseFileTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String LEASE =
            "{\"state\":\"STEADY\",\"lease\":{\"vcores\":7,\"memoryMB\":6144},\"epoch\":12}";

    @TempDir
    private Path temp;

    private final List<String> problems = new ArrayList<>();
    private LeaseFile lease;

    @BeforeEach
    void create() {
        lease = new LeaseFile(temp.resolve("yarn"), problems::add);
    }

    private static NodeFacts node(String annotation) {
        return new NodeFacts(
                "node-a",
                null,
                new Amounts(4_000, 1 << 30),
                0,
                Amounts.NONE,
                NodeFacts.Layout.NONE,
                Optional.empty(),
                null,
                annotation,
                Map.of());
    }

    private String content() throws IOException {
        return Files.readString(temp.resolve("yarn/lease.json"));
    }

    @Test
    void writesTheLeaseOfTheAnnotation() throws IOException {
        lease.update(node(LEASE), true, NOW);

        assertThat(content())
                .isEqualTo("{\"epoch\":12,\"memoryMB\":6144,\"time\":\"2026-01-01T00:00:00Z\",\"vcores\":7}");
    }

    @Test
    void theRatioOfVcoresGoesWithTheLease() throws IOException {
        lease.update(node(withRatio("8")), true, NOW);
        assertThat(content()).contains("\"vcoreRatio\":8,");

        lease.update(node(withRatio("1.50")), true, NOW.plusSeconds(1));
        assertThat(content()).contains("\"vcoreRatio\":1.5,");

        lease.update(node(withRatio("1e1")), true, NOW.plusSeconds(2));
        assertThat(content()).contains("\"vcoreRatio\":10,");
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-8", "1000.1", "1e-999999999", "1e999999999"})
    void aRatioOutOfRangeIsToldOnceAndLeftOut(String bad) throws IOException {
        lease.update(node(withRatio(bad)), true, NOW);
        lease.update(node(withRatio(bad)), true, NOW.plusSeconds(1));

        assertThat(content()).contains("\"vcores\":7").doesNotContain("vcoreRatio");
        assertThat(problems).singleElement().asString().contains("Node/node-a", "yarn-lease", "0.001 to 1000");
    }

    private static String withRatio(String ratio) {
        return LEASE.replace("6144}", "6144,\"vcoreRatio\":" + ratio + "}");
    }

    @Test
    void writesTheSameLeaseAgainOnlyToConfirmIt() throws IOException {
        lease.update(node(LEASE), true, NOW);

        lease.update(node(LEASE), true, NOW.plusSeconds(60));
        assertThat(content()).contains("00:00:00Z");
        lease.update(node(LEASE), true, NOW.plusSeconds(1_200));

        assertThat(content()).contains("00:20:00Z");
    }

    @Test
    void aFileFromAheadOfAClockThatWasSetBackIsConfirmed() throws IOException {
        lease.update(node(LEASE), true, NOW);

        lease.update(node(LEASE), true, NOW.minusSeconds(3_600));

        assertThat(content()).contains("2025-12-31T23:00:00Z");
    }

    @Test
    void doesNotConfirmWhatNobodySaysAnyMore() throws IOException {
        lease.update(node(LEASE), true, NOW);

        lease.update(node(LEASE), false, NOW.plusSeconds(4_000));

        assertThat(content()).contains("00:00:00Z");
    }

    @Test
    void aBadAnnotationIsToldOnceAndLeavesTheFile() throws IOException {
        lease.update(node(LEASE), true, NOW);

        lease.update(node("{\"lease\":{\"vcores\":-1,\"memoryMB\":1}}"), true, NOW.plusSeconds(1));
        lease.update(node("{\"lease\":{\"vcores\":-1,\"memoryMB\":1}}"), true, NOW.plusSeconds(2));

        assertThat(content()).contains("\"vcores\":7");
        assertThat(problems).singleElement().asString().contains("Node/node-a", "yarn-lease", "-1");
    }

    @Test
    void withoutTheAnnotationThereIsNoFile() throws IOException {
        lease.update(node(LEASE), true, NOW);

        lease.update(node(null), true, NOW.plusSeconds(1));

        assertThat(temp.resolve("yarn/lease.json")).doesNotExist();
        lease.update(node(LEASE), true, NOW.plusSeconds(2));
        assertThat(content()).contains("00:00:02Z");
    }

    @Test
    void anAnnotationThatSaysNullCountsAsNone() throws IOException {
        lease.update(node(LEASE), true, NOW);

        lease.update(node("null"), true, NOW.plusSeconds(1));

        assertThat(temp.resolve("yarn/lease.json")).doesNotExist();
        assertThat(problems).isEmpty();
    }

    @Test
    void removesTheFileOfAnAgentBeforeIt() throws IOException {
        Files.createDirectories(temp.resolve("yarn"));
        Files.writeString(temp.resolve("yarn/lease.json"), "{}");

        lease.update(node(null), false, NOW);

        assertThat(temp.resolve("yarn/lease.json")).doesNotExist();
    }

    @Test
    void followsNoLinkThatLiesInTheDirectory() throws IOException {
        Path other = Files.writeString(temp.resolve("other"), "another's");
        Files.createDirectories(temp.resolve("yarn"));
        Files.createSymbolicLink(temp.resolve("yarn/.lease.json.part"), other);
        Files.createSymbolicLink(temp.resolve("yarn/lease.json"), other);

        lease.update(node(LEASE), true, NOW);

        assertThat(other).hasContent("another's");
        assertThat(temp.resolve("yarn/lease.json"))
                .isRegularFile()
                .satisfies(file -> assertThat(Files.isSymbolicLink(file)).isFalse());
        assertThat(content()).contains("\"vcores\":7");
    }

    @Test
    void refusesADirectoryThatIsALink() throws IOException {
        Path real = Files.createDirectories(temp.resolve("elsewhere"));
        Files.createSymbolicLink(temp.resolve("yarn"), real);

        lease.update(node(LEASE), true, NOW);

        assertThat(real).isEmptyDirectory();
        assertThat(problems).singleElement().asString().contains("lease.json", "is not written");
    }
}
