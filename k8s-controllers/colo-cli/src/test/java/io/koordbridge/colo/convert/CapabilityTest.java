package io.koordbridge.colo.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CapabilityTest {

    private static final Path KEYS = Path.of("../../docs/reference/koord-scheduler.md");

    @ParameterizedTest
    @EnumSource
    void keysAreThoseOfKoordScheduler(Capability capability) throws IOException {
        String page = Files.readString(KEYS);

        for (String key : new String[] {capability.enabledKey(), capability.weightKey()}) {
            if (!key.isEmpty()) {
                assertThat(page).contains("| `" + key.replaceFirst("config\\.", "") + "` |");
            }
        }
        assertThat(capability.points()).isNotEmpty();
        assertThat(Capability.ofPlugin(capability.plugin())).contains(capability);
    }
}
