package io.koordbridge.colo.plan.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.colo.answer.AnswerException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusClientTest {
    private final FakePrometheus prometheus = new FakePrometheus().series("up", "\"node\":\"a\"", time -> time / 60.0);

    @AfterEach
    void close() {
        prometheus.close();
    }

    @Test
    void asksForATimeAndForARange() {
        List<Series> range = new ArrayList<>();

        List<Series> instant = prometheus.client().query("up", 600);
        prometheus.client().range("up", 60, 180, 60, range::add);

        assertThat(instant)
                .singleElement()
                .satisfies(one -> assertThat(one.value(0)).isEqualTo(10));
        assertThat(range).singleElement().satisfies(one -> {
            assertThat(one.size()).isEqualTo(3);
            assertThat(one.value(2)).isEqualTo(3);
        });
    }

    @Test
    void asksAgainAfterAFailureThatMayPass() {
        prometheus.failing(503, 502);

        assertThat(prometheus.client().query("up", 60)).hasSize(1);
    }

    @Test
    void givesUpAfterThreeFailures() {
        prometheus.failing(503, 503, 503);

        assertThatThrownBy(() -> prometheus.client().query("up", 60))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining(prometheus.url())
                .hasMessageContaining("status 503");
        assertThat(prometheus.asked()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "401, --prometheus-token-file",
        "403, --prometheus-token-file",
        "404, the address that /api/v1/query is below",
        "302, status 302",
        "200, it has no status"
    })
    void saysWhatIsWrongWithAnAddressAtOnce(int state, String words) {
        prometheus.failing(state);

        assertThatThrownBy(() -> prometheus.client().query("up", 60))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining(words);
    }

    @Test
    void handsOnWhatPrometheusRejects() {
        assertThatThrownBy(() -> prometheus.client().range("up", 0, 12_000, 1, one -> {}))
                .isInstanceOf(AnswerException.class)
                .hasMessageContainingAll("rejects up", "exceeded maximum resolution", "--step");
    }

    @Test
    void sendsTheToken() {
        prometheus.client("secret").query("up", 60);

        assertThat(prometheus.authorization()).isEqualTo("Bearer secret");
    }

    @Test
    void anAddressWhereNothingListensIsNamed() {
        PrometheusClient client = prometheus.client();
        prometheus.close();

        assertThatThrownBy(() -> client.query("up", 60))
                .isInstanceOf(AnswerException.class)
                .hasMessageContainingAll("cannot reach Prometheus at http://127.0.0.1", "no server listens there");
    }
}
