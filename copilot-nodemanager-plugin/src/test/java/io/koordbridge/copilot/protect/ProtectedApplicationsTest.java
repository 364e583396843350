package io.koordbridge.copilot.protect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProtectedApplicationsTest {
    private static final String APPLICATION = "application_1_0001";

    private final List<String> asked = new ArrayList<>();
    private long nanos;
    private String queue = "dev";
    private boolean answers = true;

    private final ProtectedApplications guarded = new ProtectedApplications(
            new ProtectionRule(Set.of("prod"), Set.of(), Set.of(), Set.of("ops")), () -> nanos);

    @Test
    void whatTheResourceManagerHasNotSpokenOfCountsAsProtected() {
        assertThat(guarded.contains(APPLICATION, "etl")).isTrue();

        assertThat(refresh()).isNull();

        assertThat(guarded.contains(APPLICATION, "etl")).isFalse();
        assertThat(guarded.contains(APPLICATION, "ops")).isTrue();
    }

    @Test
    void asksAgainAfterFiveMinutesBecauseAnApplicationMayMove() {
        refresh();
        queue = "prod";

        pass(Duration.ofSeconds(299));
        assertThat(guarded.contains(APPLICATION, "etl")).isFalse();
        pass(Duration.ofSeconds(2));
        assertThat(guarded.contains(APPLICATION, "etl")).isTrue();
        assertThat(asked).hasSize(2);
    }

    @Test
    void asksASilentResourceManagerEveryTenSeconds() {
        refresh();
        answers = false;

        pass(Duration.ofMinutes(6));
        assertThat(guarded.contains(APPLICATION, "etl")).isFalse();
        pass(Duration.ofSeconds(9));
        assertThat(asked).hasSize(2);
        assertThat(pass(Duration.ofSeconds(2)))
                .isEqualTo("the ResourceManager does not say whether application_1_0001 is protected:"
                        + " java.io.IOException: refused");
    }

    @Test
    void oneWithoutContainersIsForgotten() {
        refresh();

        guarded.refresh(Set.of(), this::facts);

        assertThat(guarded.contains(APPLICATION, "etl")).isTrue();
    }

    private String pass(Duration time) {
        nanos += time.toNanos();
        return refresh();
    }

    private String refresh() {
        return guarded.refresh(Set.of(APPLICATION), this::facts);
    }

    private ApplicationFacts facts(String id) throws IOException {
        asked.add(id);
        if (!answers) {
            throw new IOException("refused");
        }
        return new ApplicationFacts(queue, "SPARK", "etl", Set.of());
    }
}
