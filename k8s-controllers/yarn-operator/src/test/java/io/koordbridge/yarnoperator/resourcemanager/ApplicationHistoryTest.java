package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.yarnoperator.app.FakeResourceManager;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ApplicationHistoryTest {

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final MetricRegistry metrics = new MetricRegistry();
    private int asked;
    private boolean silent;
    private JsonNode answer = JsonNodeFactory.instance.objectNode();
    private final ApplicationHistory history = new ApplicationHistory(
            "default",
            () -> new FakeResourceManager(() -> {}) {
                @Override
                public JsonNode applications(String states, int most) {
                    asked++;
                    if (silent) {
                        throw new ResourceManagerException("applications", new IOException("no answer in time"));
                    }
                    return answer;
                }
            },
            new CallMetrics(metrics, "default"),
            clock);

    private ApplicationHistory.Answer later(Duration by) {
        clock.advance(by);
        return history.read();
    }

    @Test
    void allWhoAskWithinTwoSecondsHaveOneAnswer() {
        history.read();
        later(Duration.ofSeconds(1));
        assertThat(asked).isEqualTo(2);

        later(Duration.ofSeconds(1));

        assertThat(asked).isEqualTo(4);
    }

    @Test
    void oneThatDoesNotAnswerIsSpared() {
        silent = true;
        for (int second = 0; second < 60; second++) {
            assertThat(later(Duration.ofSeconds(1)).problem())
                    .isEqualTo("applications: IOException: no answer in time");
        }

        assertThat(asked).isLessThan(10);
        silent = false;
        assertThat(later(Duration.ofSeconds(60)).problem()).isNull();
    }

    @Test
    void anAnswerOfTheLargestSizeMayLackSome() {
        var apps = JsonNodeFactory.instance.arrayNode();
        for (int one = 0; one < ApplicationHistory.MOST_LIVE; one++) {
            apps.add(one);
        }
        assertThat(history.read().complete()).isTrue();

        answer = JsonNodeFactory.instance
                .objectNode()
                .set("apps", JsonNodeFactory.instance.objectNode().set("app", apps));

        assertThat(later(Duration.ofSeconds(2)).complete()).isFalse();
    }
}
