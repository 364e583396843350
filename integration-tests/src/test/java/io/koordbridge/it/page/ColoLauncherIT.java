package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.it.operator.OperatorApi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/colo} as a user starts it. */
class ColoLauncherIT {

    @TempDir
    private Path directory;

    private final PageServer operator = new PageServer("steady");
    private Launcher colo;

    @BeforeEach
    void prepare() {
        colo = new Launcher(directory, Map.of("COLO_OPERATOR", operator.url().toString()));
    }

    @AfterEach
    void close() {
        operator.close();
    }

    @Test
    void printsATableFromAnyDirectoryAndThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("colo"), Launcher.FILE);

        Launcher.Result result = colo.run(link, "status");
        Files.delete(link);

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains("leader         LEADER", "batch origin      96     188Gi");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void handsTheApisDocumentToScripts() throws Exception {
        Launcher.Result result = colo.run("ledger", "check", "-o", "json");

        assertThat(new ObjectMapper().readTree(result.out()))
                .isEqualTo(new ObjectMapper()
                        .readTree(new OperatorApi(operator.url()).read("ledger").toString()));
    }

    @Test
    void endsWithTheCodesThatScriptsRelyOn() throws Exception {
        operator.show("broken");
        assertThat(colo.run("ledger", "check").exitCode()).isEqualTo(1);
        assertThat(colo.run("ledger", "chekc").exitCode()).isEqualTo(2);
        operator.goAway();
        assertThat(colo.run("ledger", "check").exitCode()).isEqualTo(3);
    }
}
