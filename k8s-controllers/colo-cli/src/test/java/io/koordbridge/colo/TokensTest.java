package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensTest {
    private final AnswerServer operator = new AnswerServer("healthy");

    @AfterEach
    void close() {
        operator.close();
    }

    @Test
    void areSentFromAFileOrTheEnvironment(@TempDir Path directory) throws IOException {
        operator.wantsToken("secret.token");
        Path file = Files.writeString(directory.resolve("token"), "secret.token\n");

        assertThat(Run.colo("status", "--operator", operator.url(), "--token-file", file.toString())
                        .exitCode())
                .isZero();
        assertThat(Run.with(Map.of("COLO_TOKEN", "secret.token"), "status", "--operator", operator.url())
                        .exitCode())
                .isZero();
    }

    @Test
    void areNotSentUnlessGiven() {
        assertThat(Run.colo("status", "--operator", operator.url()).exitCode()).isZero();
        assertThat(operator.authorization()).isNull();
    }

    @Test
    void thatLackOrAreWrongEndWithWhatToDo() {
        operator.wantsToken("secret.token");
        Run without = Run.colo("status", "--operator", operator.url());
        Run wrong = Run.with(Map.of("COLO_TOKEN", "other"), "status", "--operator", operator.url());

        assertThat(without.exitCode()).isEqualTo(3);
        assertThat(without.err()).contains("refuses (401): a token is needed", "--token-file", "port-forward");
        assertThat(wrong.exitCode()).isEqualTo(3);
        assertThat(wrong.err()).contains("refuses (403)").doesNotContain("other");
    }

    @Test
    void thatCannotBeOneAreWrongUsage(@TempDir Path directory) throws IOException {
        Path empty = Files.writeString(directory.resolve("empty"), "\n");

        assertThat(Run.colo("status", "--token-file", empty.toString()).exitCode())
                .isEqualTo(2);
        assertThat(Run.colo("status", "--token-file", "/no/such/file").err()).contains("cannot be read");
        assertThat(Run.with(Map.of("COLO_TOKEN", "a\nb"), "status"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("$COLO_TOKEN"));
    }
}
