package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToldCapacityTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path temp;

    private final List<String> problems = new ArrayList<>();
    private ToldCapacity told;

    @BeforeEach
    void create() {
        told = new ToldCapacity(temp, problems::add);
    }

    private void keeps(String text) throws IOException {
        Files.writeString(temp.resolve("told.json"), text);
    }

    @Test
    void saysWhatThePluginKeeps() throws IOException {
        keeps("{\"vcores\":7,\"memoryMB\":6144}");

        assertThat(told.read("h:8041", NOW))
                .isEqualTo("{\"nodeId\":\"h:8041\",\"capacity\":{\"vcores\":7,\"memoryMB\":6144},"
                        + "\"time\":\"2026-01-01T00:00:00Z\"}");
    }

    @Test
    void saysTheSameTextWhileNothingChanges() throws IOException {
        keeps("{\"vcores\":7,\"memoryMB\":6144}");
        String before = told.read("h:8041", NOW);

        assertThat(told.read("h:8041", NOW.plusSeconds(60))).isEqualTo(before);
        assertThat(told.read(null, NOW.plusSeconds(60))).isEqualTo(before);
    }

    @Test
    void anotherCapacityHasATimeOfItsOwn() throws IOException {
        keeps("{\"vcores\":7,\"memoryMB\":6144}");
        told.read("h:8041", NOW);
        keeps("{\"vcores\":2,\"memoryMB\":6144}");

        assertThat(told.read("h:8041", NOW.plusSeconds(60))).contains("\"vcores\":2", "00:01:00Z");
    }

    @Test
    void withoutAFileItSaysNothing() throws IOException {
        assertThat(told.read("h:8041", NOW)).isNull();
        keeps("{\"vcores\":7,\"memoryMB\":6144}");
        told.read("h:8041", NOW);
        Files.delete(temp.resolve("told.json"));

        assertThat(told.read("h:8041", NOW)).isNull();
        assertThat(new ToldCapacity(temp.resolve("missing"), problems::add).read(null, NOW))
                .isNull();
        assertThat(problems).isEmpty();
    }

    @Test
    void whatCannotBeUsedIsReportedOnceAndTheLastGoodStays() throws IOException {
        keeps("{\"vcores\":7,\"memoryMB\":6144}");
        String good = told.read("h:8041", NOW);
        for (String bad : List.of(
                "{",
                "{\"vcores\":-1,\"memoryMB\":1}",
                "{\"vcores\":99999999999,\"memoryMB\":1}",
                "[]",
                "x".repeat(5000))) {
            keeps(bad);
            assertThat(told.read("h:8041", NOW)).isEqualTo(good);
            assertThat(told.read("h:8041", NOW)).isEqualTo(good);
        }

        assertThat(problems).hasSizeBetween(1, 5).allMatch(problem -> problem.contains("told.json"));
    }

    @Test
    void noLinkIsFollowed() throws IOException {
        Path secret = Files.writeString(temp.resolve("secret"), "{\"vcores\":7,\"memoryMB\":6144}");
        Files.createSymbolicLink(temp.resolve("told.json"), secret);

        assertThat(told.read("h:8041", NOW)).isNull();
        assertThat(problems).hasSize(1);
    }
}
