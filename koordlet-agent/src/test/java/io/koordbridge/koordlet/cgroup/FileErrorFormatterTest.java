package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileErrorFormatterTest {

    @Test
    void whatIsWrongFollowsTheNameOfTheFile() {
        assertThat(FileErrorFormatter.of(new NoSuchFileException("/cg/a"))).isEqualTo("/cg/a: no such file");
        assertThat(FileErrorFormatter.code(new AccessDeniedException("/cg/a"))).isEqualTo("denied");
        assertThat(FileErrorFormatter.code(new IOException("Invalid argument"))).isEqualTo("invalid");
    }

    @Test
    void protectionThatIsNotWhatWasMeantHasWordsOfItsKind() {
        assertThat(FileErrorFormatter.code(EffectiveCpus.WIDER + ": has CPUs 0-3"))
                .isEqualTo("wider");
        assertThat(FileErrorFormatter.code(MemoryGuard.LIFTED + ": the group does not fit"))
                .isEqualTo("lifted");
        assertThat(FileErrorFormatter.code("unheard of")).isEqualTo("failed");
    }
}
