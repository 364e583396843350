package io.koordbridge.testkit.prerequisite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.testkit.log.CapturedLog;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class PrerequisiteTest {
    private static final String NO_BROWSER = "/usr/bin/chromium is missing";

    @Test
    void whatIsThereLetsTheTestGoOn() {
        assertThatCode(() -> Prerequisite.require(true, NO_BROWSER, true)).doesNotThrowAnyException();
    }

    @Test
    void whatIsMissingSkipsTheTestAndTheReasonIsLogged() {
        try (CapturedLog log = CapturedLog.of(Prerequisite.class)) {
            assertThatThrownBy(() -> Prerequisite.require(false, NO_BROWSER, false))
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessageContaining(NO_BROWSER);

            assertThat(log.lines()).extracting(CapturedLog.Line::text).containsExactly("SKIPPED: " + NO_BROWSER);
        }
    }

    @Test
    void whatIsMissingInContinuousIntegrationIsAFailure() {
        assertThatThrownBy(() -> Prerequisite.require(false, NO_BROWSER, true))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(NO_BROWSER)
                .hasMessageContaining("CI=true");
    }
}
