package io.koordbridge.colo.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.koordbridge.colo.Run;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationReaderTest {
    private static final String JOB = """
            {"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"PodMigrationJob","metadata":{"name":"move","uid":"j1"}}
            """;
    private static final String MIGRATIONS = """
            {"time":"2026-01-01T00:00:00Z","ended":[],"open":[
             {"name":"other","pod":"shop/db","trigger":"","phase":"Running","message":"","created":"2026-01-01T00:00:00Z"},
             {"name":"move","pod":"shop/web","trigger":"","phase":"Pending","message":"","created":"2026-01-01T00:00:00Z",
              "waits":{"check":"MaxMigratingPerNode","message":"2 of 2 pods of node hot","since":"2026-01-01T00:00:00Z"}}]}
            """;
    private static final String NO_EVENTS = "{\"kind\":\"EventList\",\"apiVersion\":\"v1\",\"items\":[]}";
    private static final String NOT_FOUND =
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"NotFound\",\"code\":404}";

    private final LoopbackServer apiServer = new LoopbackServer(MigrationReaderTest::answer);
    private final LoopbackServer descheduler =
            new LoopbackServer(exchange -> LoopbackServer.answer(exchange, 200, MIGRATIONS));

    @TempDir
    private Path temp;

    @AfterEach
    void close() {
        apiServer.close();
        descheduler.close();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.endsWith("/podmigrationjobs/move")) {
            LoopbackServer.answer(exchange, 200, JOB);
        } else if (path.endsWith("/events")) {
            LoopbackServer.answer(exchange, 200, NO_EVENTS);
        } else {
            LoopbackServer.answer(exchange, 404, NOT_FOUND);
        }
    }

    @Test
    void findsTheJobAmongThoseOfTheProcess() throws IOException {
        Path kubeconfig = Files.writeString(temp.resolve("config"), apiServer.kubeconfig());

        Run run = Run.with(
                Map.of("KUBECONFIG", kubeconfig.toString()),
                "explain",
                "migration",
                "move",
                "--descheduler",
                descheduler.url());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("Waits \\S+ for MaxMigratingPerNode: 2 of 2 pods of node hot");
    }

    @Test
    void readsTheTimeOfAnEventWhereverItIs() {
        Event created = new EventBuilder()
                .withNewMetadata()
                .withCreationTimestamp("2026-01-01T00:00:01Z")
                .endMetadata()
                .build();
        Event counted = new EventBuilder(created)
                .withEventTime(new MicroTime("2026-01-01T00:00:02.000000Z"))
                .build();
        Event repeated = new EventBuilder(counted)
                .withLastTimestamp("2026-01-01T00:00:03Z")
                .build();

        assertThat(MigrationReader.time(created)).isEqualTo("2026-01-01T00:00:01Z");
        assertThat(MigrationReader.time(counted)).isEqualTo("2026-01-01T00:00:02.000000Z");
        assertThat(MigrationReader.time(repeated)).isEqualTo("2026-01-01T00:00:03Z");
    }
}
