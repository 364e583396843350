package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.annotation.YarnResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToldCapacityTest {

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
        assertThat(told.read()).isEqualTo(new YarnResource(7L, 6144L));

        keeps("{\"vcores\":2,\"memoryMB\":6144}");
        assertThat(told.read()).isEqualTo(new YarnResource(2L, 6144L));
    }

    @Test
    void withoutAFileItSaysNothing() throws IOException {
        assertThat(told.read()).isNull();
        keeps("{\"vcores\":7,\"memoryMB\":6144}");
        told.read();
        Files.delete(temp.resolve("told.json"));

        assertThat(told.read()).isNull();
        assertThat(new ToldCapacity(temp.resolve("missing"), problems::add).read())
                .isNull();
        assertThat(problems).isEmpty();
    }

    @Test
    void whatCannotBeUsedIsReportedOnceAndTheLastGoodStays() throws IOException {
        keeps("{\"vcores\":7,\"memoryMB\":6144}");
        YarnResource good = told.read();
        for (String bad : List.of(
                "{",
                "{\"vcores\":-1,\"memoryMB\":1}",
                "{\"vcores\":99999999999,\"memoryMB\":1}",
                "[]",
                "x".repeat(5000))) {
            keeps(bad);
            assertThat(told.read()).isEqualTo(good);
            assertThat(told.read()).isEqualTo(good);
        }

        assertThat(problems).hasSizeBetween(1, 5).allMatch(problem -> problem.contains("told.json"));
    }

    @Test
    void noLinkIsFollowed() throws IOException {
        Path secret = Files.writeString(temp.resolve("secret"), "{\"vcores\":7,\"memoryMB\":6144}");
        Files.createSymbolicLink(temp.resolve("told.json"), secret);

        assertThat(told.read()).isNull();
        assertThat(problems).hasSize(1);
    }
}
