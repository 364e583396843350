package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With answers in the shapes of Hadoop 3.4; a real one answers in PreflightIT. */
class ResourceManagerReaderTest {
    private final LoopbackServer server = new LoopbackServer(this::answer);
    private final ResourceManagerReader reader = new ResourceManagerReader(new WebText(Duration.ofSeconds(5)));
    private volatile boolean mutable = true;

    @AfterEach
    void close() {
        server.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String asked = exchange.getRequestURI().toString();
        String body = switch (asked) {
            case "/ws/v1/cluster/info" -> "{\"clusterInfo\":{\"haState\":\"ACTIVE\",\"hadoopVersion\":\"3.4.3\"}}";
            case "/conf?name=yarn.admin.acl" -> "{\"property\":{\"key\":\"yarn.admin.acl\",\"value\":\"yarn,koord\"}}";
            case "/ws/v1/cluster/scheduler" -> "{\"scheduler\":{\"schedulerInfo\":{\"type\":\"capacityScheduler\"}}}";
            case "/ws/v1/cluster/scheduler-conf" ->
                mutable
                        ? "{\"property\":[{\"name\":\"yarn.scheduler.capacity.resource-calculator\",\"value\":\"a.B\"}]}"
                        : "";
            default -> "";
        };
        LoopbackServer.answer(exchange, body.isEmpty() ? 404 : 200, body.isEmpty() ? "{}" : body);
    }

    @Test
    void readsWhatIsSaid() {
        assertThat(reader.read(URI.create(server.url())))
                .isEqualTo(new ResourceManagerFacts(
                        server.url(), null, "3.4.3", "", "yarn,koord", "capacityScheduler", "a.B"));
    }

    @Test
    void leavesEmptyWhatIsNotSaid() {
        mutable = false;

        assertThat(reader.read(URI.create(server.url())).calculator()).isEmpty();
    }

    @Test
    void saysWhyNothingIsSaid() {
        assertThat(reader.read(URI.create("http://127.0.0.1:1")).problem()).isNotNull();
    }
}
