package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CgroupConfigTest {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");

    @Test
    void aPathHasNoSlashesAroundIt() {
        assertThat(config(true, "//yarn/containers/").path()).isEqualTo("yarn/containers");
        assertThat(config(true, "").path()).isEmpty();
    }

    @Test
    void aCopyDiffersInOneThing() {
        CgroupConfig copy = config(true, "yarn").required(true).slackMegabytes(7);

        assertThat(copy.slackMegabytes()).isEqualTo(7);
        assertThat(copy.required()).isTrue();
        assertThat(copy)
                .usingRecursiveComparison()
                .ignoringFields("required", "slackMegabytes")
                .isEqualTo(config(true, "yarn"));
        assertThat(copy.required(false).slackMegabytes()).isEqualTo(7);
    }

    @Test
    void nothingIsRequiredWhereNothingIsPlaced() {
        assertThat(config(false, "yarn").required(true).required()).isFalse();
    }

    private static CgroupConfig config(boolean enabled, String path) {
        return new CgroupConfig(enabled, ROOT, path, List.of("cpu", "memory"), 1.5, 0.25);
    }
}
