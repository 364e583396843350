package io.koordbridge.quickstart.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PiJobOptionsTest {

    @Test
    void readsEveryArgument() {
        PiJobOptions options = PiJobOptions.parse(
                List.of("--tasks", "7", "--samples-per-task", "1000", "--result", "/tmp/pi", "--until", "/tmp/end"));

        assertThat(options).isEqualTo(new PiJobOptions(7, 1000, Optional.of("/tmp/pi"), Optional.of("/tmp/end")));
    }

    @Test
    void endsWhenTheNamedFileIsThereAndAtOnceWithoutOne(@TempDir Path directory) throws IOException {
        Path end = directory.resolve("end");
        PiJobOptions options = PiJobOptions.parse(List.of("--until", end.toString()));

        assertThat(options.unfinished()).isTrue();
        Files.createFile(end);
        assertThat(options.unfinished()).isFalse();
        assertThat(PiJobOptions.DEFAULT.unfinished()).isFalse();
    }

    @Test
    void hasDefaults() {
        assertThat(PiJobOptions.parse(List.of())).isEqualTo(PiJobOptions.DEFAULT);
    }

    @Test
    void namesTheArgumentAndItsRangeWhenAValueIsOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PiJobOptions.parse(List.of("--tasks", "0")))
                .withMessage("--tasks must be 1..1000000, got 0");
    }

    @Test
    void namesAnUnknownArgument() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PiJobOptions.parse(List.of("--task", "5")))
                .withMessageContaining("--task");
    }
}
