package io.koordbridge.colo.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.Run;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainMigrationCommandTest {
    private static final String JOBS = "/apis/scheduling.koordinator.sh/v1alpha1/podmigrationjobs/";
    private static final String JOB = """
            {"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"PodMigrationJob",
             "metadata":{"name":"move","uid":"j1","creationTimestamp":"2026-01-01T00:00:00Z"},
             "spec":{"podRef":{"namespace":"shop","name":"web","uid":"u1"},
              "reservationOptions":{"reservationRef":{"name":"room"}}},
             "status":{"phase":"Running","reason":"WaitForPodBindReservation","nodeName":"cold",
              "conditions":[{"type":"PodBoundReservation","status":"False","lastTransitionTime":"2026-01-01T00:01:00Z"}]}}
            """;
    private static final String ROOM = """
            {"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"Reservation","metadata":{"name":"room"},
             "status":{"phase":"Available","nodeName":"cold"}}
            """;
    private static final String EVENTS = """
            {"kind":"EventList","apiVersion":"v1","items":[{"kind":"Event","apiVersion":"v1","metadata":{"name":"e"},
             "involvedObject":{"kind":"PodMigrationJob","uid":"j1"},"reason":"Evicting","message":"asked for it","count":2,
             "lastTimestamp":"2026-01-01T00:01:00Z"}]}
            """;
    private static final String NOT_FOUND =
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"NotFound\",\"code\":404}";

    private final LoopbackServer apiServer = new LoopbackServer(ExplainMigrationCommandTest::answer);
    private Path kubeconfig;

    @BeforeEach
    void write(@TempDir Path directory) throws IOException {
        kubeconfig = Files.writeString(directory.resolve("config"), apiServer.kubeconfig());
    }

    @AfterEach
    void close() {
        apiServer.close();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Map<String, String> answers = Map.of(
                JOBS + "move",
                JOB,
                "/apis/scheduling.koordinator.sh/v1alpha1/reservations/room",
                ROOM,
                "/api/v1/events",
                EVENTS);
        String found = answers.get(path);
        LoopbackServer.answer(exchange, found == null ? 404 : 200, found == null ? NOT_FOUND : found);
    }

    private Run explain(String name, String... more) {
        String[] words = new String[more.length + 5];
        System.arraycopy(
                new String[] {"explain", "migration", name, "--descheduler", "http://127.0.0.1:1"}, 0, words, 0, 5);
        System.arraycopy(more, 0, words, 5, more.length);
        return Run.with(Map.of("KUBECONFIG", kubeconfig.toString()), words);
    }

    @Test
    void showsWhatTheApiServerHasAlsoWithoutTheProcess() {
        Run run = explain("move");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("Migration move: Running (WaitForPodBindReservation)")
                .contains("Pod shop/web: not there")
                .contains("Reservation room: Available on node cold")
                .contains("Waits for a new pod that takes the reservation (limits are not known: cannot reach")
                .containsPattern("PodMigrationJob +Evicting +2");
    }

    @Test
    void asADocumentItHasTheObjects() {
        assertThat(explain("move", "-o", "json").out()).contains("\"uid\" : \"j1\"", "\"reservation\" : {");
    }

    @Test
    void anUnknownJobIsAProblem() {
        Run run = explain("other");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("there is no PodMigrationJob other");
    }
}
