package io.koordbridge.koordlet.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.yarn.PluginClient;
import io.koordbridge.koordlet.yarn.PluginTrust;
import io.koordbridge.koordlet.yarn.StandInPlugin;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerEndingTest {

    private static final Victim VICTIM = Victim.container("container_1");

    @TempDir
    private Path temp;

    private StandInPlugin plugin;
    private ContainerEnding ending;

    @BeforeEach
    void start() {
        plugin = new StandInPlugin(temp.resolve("p.sock"));
        ending = new ContainerEnding(() -> Optional.of(new PluginClient(plugin.socket(), PluginTrust.OF_DIRECTORY)));
    }

    @AfterEach
    void stop() {
        plugin.close();
    }

    private void says(String evicted, String notFound, String alreadyEnding) {
        plugin.answers("/v2/evict", 200, """
            {"evicted":[%s],"freed":{"cpuMilli":1000,"memoryBytes":1},"notFound":[%s],"alreadyEnding":[%s]}""".formatted(evicted, notFound, alreadyEnding));
    }

    @Test
    void asksFirstAndKillsAtOnceOnlyForMemory() {
        says("\"container_1\"", "", "");

        assertThat(ending.end(VICTIM, Pool.MEMORY, "BEMemoryEvict").result()).isEqualTo(Ending.Result.EVICTED);
        assertThat(ending.end(VICTIM, Pool.CPU, "BECPUEvict").result()).isEqualTo(Ending.Result.EVICTED);

        assertThat(plugin.requests()).hasSize(4).allMatch(request -> request.contains("[\"container_1\"]"));
        assertThat(plugin.requests().get(0)).contains("\"dryRun\":true");
        assertThat(plugin.requests().get(1))
                .contains("\"force\":true,\"dryRun\":false")
                .contains("node is short of memory, feature BEMemoryEvict");
        assertThat(plugin.requests().get(3)).contains("\"force\":false,\"dryRun\":false");
    }

    @Test
    void aContainerThatIsGoneOrOnItsWayIsNotKilled() {
        says("", "\"container_1\"", "");
        assertThat(ending.end(VICTIM, Pool.MEMORY, "f").result()).isEqualTo(Ending.Result.GONE);
        says("", "", "\"container_1\"");
        assertThat(ending.end(VICTIM, Pool.MEMORY, "f").result()).isEqualTo(Ending.Result.GONE);

        assertThat(plugin.requests()).hasSize(2).allMatch(request -> request.contains("\"dryRun\":true"));
    }

    @Test
    void aContainerThatThePluginProtectsStays() {
        says("", "", "");

        assertThat(ending.end(VICTIM, Pool.MEMORY, "f").result()).isEqualTo(Ending.Result.REFUSED);
    }

    @Test
    void aPluginThatFailsFailsThatVictimAlone() {
        plugin.answers("/v2/evict", 409, "{\"error\":\"the NodeManager is stopping\"}");

        Ending.Outcome outcome = ending.end(VICTIM, Pool.MEMORY, "f");

        assertThat(outcome.result()).isEqualTo(Ending.Result.FAILED);
        assertThat(outcome.detail()).contains("status = 409");
        assertThat(new ContainerEnding(Optional::empty)
                        .end(VICTIM, Pool.MEMORY, "f")
                        .detail())
                .contains("no plugin");
    }
}
