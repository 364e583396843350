package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YarnPluginTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String NODE = "{\"nodeId\":\"h:1\",\"capacity\":{\"vcores\":4,\"memoryMB\":1024}}";

    @TempDir
    private Path temp;

    private final List<String> problems = new ArrayList<>();
    private StandInPlugin server;
    private YarnPlugin plugin;

    @BeforeEach
    void startServer() {
        server = new StandInPlugin(temp.resolve("plugin.sock"));
        server.isWell(NODE, containers("1024"));
        plugin = new YarnPlugin(temp, PluginTrust.OF_DIRECTORY, problems::add);
    }

    private static String containers(String megabytes) {
        return "{\"containers\":[{\"id\":\"container_1\",\"memoryMB\":" + megabytes + "}]}";
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void reportsABadFieldOnceAndKeepsTheLastAnswer() {
        plugin.round(NOW);
        for (int i = 1; i <= 5; i++) {
            server.answers("/v2/containers", 200, containers("-" + i));
            plugin.round(NOW.plusSeconds(i));
        }

        assertThat(problems).singleElement().asString().contains("containers[0].memoryMB = -1");
        assertThat(plugin.trouble()).contains(problems.get(0));
        assertThat(plugin.said()).hasValueSatisfying(said -> {
            assertThat(said.at()).isEqualTo(NOW);
            assertThat(said.containers())
                    .singleElement()
                    .satisfies(one -> assertThat(one.memoryMB()).isEqualTo(1024));
        });
    }

    @Test
    void aGoodAnswerEndsTheTroubleAndTheNextOneIsToldAgain() {
        plugin.round(NOW);
        server.answers("/v2/node", 200, "[]");
        plugin.round(NOW.plusSeconds(1));
        server.answers("/v2/node", 200, NODE);
        plugin.round(NOW.plusSeconds(2));
        assertThat(plugin.trouble()).isEmpty();
        assertThat(plugin.said())
                .hasValueSatisfying(said -> assertThat(said.at()).isEqualTo(NOW.plusSeconds(2)));

        server.answers("/v2/node", 200, "[]");
        plugin.round(NOW.plusSeconds(3));

        assertThat(problems)
                .hasSize(2)
                .allSatisfy(one -> assertThat(one).endsWith("GET /v2/node: answer = []: want an object"));
    }

    @Test
    void aPluginThatAnswersBadlyIsNotGone() {
        plugin.round(NOW);
        server.answers("/health", 500, "");
        for (int i = 1; i <= 5; i++) {
            plugin.round(NOW.plusSeconds(i));
        }

        assertThat(plugin.said()).isPresent();
        assertThat(problems).singleElement().asString().contains("status = 500");
    }

    @Test
    void threeRoundsInWhichNobodyListensMeanThatItIsGone() {
        plugin.round(NOW);
        server.close();

        plugin.round(NOW.plusSeconds(1));
        plugin.round(NOW.plusSeconds(2));
        assertThat(plugin.said()).isPresent();
        plugin.round(NOW.plusSeconds(3));

        assertThat(plugin.said()).isEmpty();
        assertThat(problems).isEmpty();
    }

    @Test
    void itHasLookedWhenItFoundOneOrThreeRoundsFoundNone() {
        assertThat(plugin.hasLooked()).isFalse();
        plugin.round(NOW);
        assertThat(plugin.hasLooked()).isTrue();

        server.close();
        YarnPlugin other = new YarnPlugin(temp, PluginTrust.OF_DIRECTORY, problems::add);
        other.round(NOW);
        other.round(NOW);
        assertThat(other.hasLooked()).isFalse();
        other.round(NOW);
        assertThat(other.hasLooked()).isTrue();
    }

    @Test
    void asksAtOnceBesideItsRounds() {
        assertThat(plugin.ask(NOW)).isEmpty();
        plugin.round(NOW);
        server.answers("/v2/containers", 200, containers("2048"));

        // An older plugin, which does not say what masters hold.
        assertThat(plugin.ask(NOW.plusSeconds(1))).hasValueSatisfying(said -> {
            assertThat(said.at()).isEqualTo(NOW.plusSeconds(1));
            assertThat(said.containers()).extracting(YarnContainer::memoryMB).containsExactly(2048L);
        });
        assertThat(plugin.said())
                .hasValueSatisfying(said -> assertThat(said.at()).isEqualTo(NOW));
        server.answers("/v2/node", 200, "[]");
        assertThat(plugin.ask(NOW.plusSeconds(2))).isEmpty();
        assertThat(problems).isEmpty();
    }
}
