package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.metrics.MetricsOfModule;
import org.junit.jupiter.api.Test;

class MetricsHelpTest {

    @Test
    void everyMetricOfTheCodeAndNoOtherHasAHelpText() {
        assertThat(MetricsOfModule.help().stringPropertyNames())
                .containsExactlyInAnyOrderElementsOf(MetricsOfModule.named("koord_scheduler_"));
        assertThat(MetricsOfModule.help().values())
                .allSatisfy(text -> assertThat(text).asString().endsWith("."));
    }
}
