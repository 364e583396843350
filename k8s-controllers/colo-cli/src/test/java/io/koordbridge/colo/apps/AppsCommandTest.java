package io.koordbridge.colo.apps;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.Run;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppsCommandTest {
    private static final String APP = """
            {"cluster": "default", "id": "application_1_0001", "name": "daily", "progress": {"state": "RUNNING"},
             "containers": {"running": 3}, "work": {"coreSeconds": 12.5, "gibSeconds": 1}}
            """;

    private final LoopbackServer operator = new LoopbackServer(this::answer);
    private volatile String clusters = "{\"id\": \"default\", \"complete\": true}";
    private volatile String apps = APP;
    private volatile int fitting = 1;
    private volatile String asked = "";

    @AfterEach
    void close() {
        operator.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked = exchange.getRequestURI().toString();
        LoopbackServer.answer(
                exchange,
                200,
                "{\"time\": \"2026-11-21T10:00:00Z\", \"clusters\": [%s], \"fitting\": %d, \"apps\": [%s]}"
                        .formatted(clusters, fitting, apps));
    }

    private Run apps(String... more) {
        return Run.colo(Stream.concat(Stream.of("apps", "--operator", operator.url()), Stream.of(more))
                .toArray(String[]::new));
    }

    @Test
    void printsWhatTheOperatorKnows() {
        Run run = apps();

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("application_1_0001  daily");
        assertThat(run.err()).isEmpty();
        assertThat(asked).isEqualTo("/api/v1/apps?limit=100");
    }

    @Test
    void asksForWhatIsWanted() {
        apps("--state", "failed", "--user", "a b&c", "--queue", "root.etl", "--limit", "7", "--since", "2h");

        assertThat(asked).matches("/api/v1/apps\\?limit=7&state=failed&user=a%20b%26c&queue=root.etl&since=\\d{13}");
    }

    @Test
    void aClusterThatDoesNotAnswerIsNamedAndIsNoSuccess() {
        clusters = "{\"id\": \"research\", \"problem\": \"rm:8088/: no answer in time\", \"complete\": false},"
                + "{\"id\": \"default\", \"complete\": true}";

        Run run = apps();

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).contains("application_1_0001");
        assertThat(run.err())
                .contains("colo: cluster research: its applications are not known: rm:8088/: no answer in time");
    }

    @Test
    void saysThatThereAreMore() {
        fitting = 250;
        clusters = "{\"id\": \"default\", \"complete\": false}";

        Run run = apps("-o", "json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\"coreSeconds\" : 12.5");
        assertThat(run.err()).contains("249 more fit; --limit", "cluster default: its ResourceManager remembers more");
    }

    @Test
    void withoutApplicationsItSaysSo() {
        apps = "";
        fitting = 0;

        assertThat(apps().out()).startsWith("No ResourceManager remembers an application.");
        assertThat(apps("--user", "ana").out()).startsWith("No application fits.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "yesterday", "1w", "-1h", "9999999h"})
    void aTimeThatIsNoneIsWrongUsage(String time) {
        Run run = apps("--since=" + time);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("is no time such as 90s, 15m, 2h or 7d");
    }
}
