package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.yarnoperator.resourcemanager.SchedulerFacts.Counting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchedulerReaderTest {

    private static final String SCHEDULERS = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";

    /** Answers by path and query; what is not in it is not found. */
    private final Map<String, String> answers = new ConcurrentHashMap<>();

    private HttpServer server;
    private ResourceManagerWeb web;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String query = exchange.getRequestURI().getQuery();
            String asked = exchange.getRequestURI().getPath() + (query == null ? "" : "?" + query);
            String body = answers.get(asked);
            byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(body == null ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        web = new ResourceManagerWeb(
                List.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/")), HadoopWeb.PLAIN);
        property("yarn.resourcemanager.scheduler.class", SCHEDULERS + "capacity.CapacityScheduler");
        answers.put("/ws/v1/cluster/info", "{\"clusterInfo\":{\"haState\":\"ACTIVE\"}}");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void property(String key, String value) {
        answers.put("/conf?name=" + key, "{\"property\":{\"key\":\"" + key + "\",\"value\":\"" + value + "\"}}");
    }

    private void used(double share) {
        answers.put(
                "/jmx?qry=Hadoop:service=ResourceManager,name=QueueMetrics,q0=root",
                "{\"beans\":[{\"AllocatedMB\":1024,\"AvailableMB\":3072,\"AllocatedVCores\":3,\"AvailableVCores\":1,"
                        + "\"UsedCapacity\":" + share + "}]}");
    }

    @Test
    void whetherVcoresCountIsSeenByWhatIsCalledUsed() {
        used(0.25);
        assertThat(new SchedulerReader(web, null).read().vcores()).isEqualTo(Counting.NO);
        used(0.75);
        assertThat(new SchedulerReader(web, null).read().vcores()).isEqualTo(Counting.YES);
    }

    @Test
    void whatWasSeenCountsMoreThanTheFileAndWhileNothingCanBeSeen() {
        SchedulerReader reader = new SchedulerReader(web, "org.apache…DominantResourceCalculator");
        assertThat(reader.read().vcores()).isEqualTo(Counting.YES);
        used(0.25);
        assertThat(reader.read().vcores()).isEqualTo(Counting.NO);

        answers.remove("/ws/v1/cluster/info");
        assertThat(reader.read().vcores()).isEqualTo(Counting.NO);
    }

    @Test
    void aServerOnStandbyShowsNoUse() {
        used(0.25);
        answers.put("/ws/v1/cluster/info", "{\"clusterInfo\":{\"haState\":\"STANDBY\"}}");

        assertThat(new SchedulerReader(web, null).read().vcores()).isEqualTo(Counting.UNKNOWN);
    }

    @Test
    void theFileCountsWhereNothingCanBeSeen() {
        assertThat(new SchedulerReader(web, "DefaultResourceCalculator").read().vcores())
                .isEqualTo(Counting.NO);
        assertThat(new SchedulerReader(web, "DominantResourceCalculator").read().vcores())
                .isEqualTo(Counting.YES);
        assertThat(new SchedulerReader(web, null).read().vcores()).isEqualTo(Counting.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({"fair.FairScheduler, FairScheduler", "fifo.FifoScheduler, FifoScheduler"})
    void anotherSchedulerIsNamed(String type, String name) {
        property("yarn.resourcemanager.scheduler.class", SCHEDULERS + type);

        assertThat(new SchedulerReader(web, null).read().problems(""))
                .singleElement()
                .asString()
                .startsWith("ResourceManager of cluster default runs the " + name);
    }

    @Test
    void severalThreadsOfTheAdministrationAreAProblemAndOneIsNone() {
        property("yarn.resourcemanager.admin.client.thread-count", "1");
        assertThat(new SchedulerReader(web, null).read().problems("")).isEmpty();

        property("yarn.resourcemanager.admin.client.thread-count", "5");
        assertThat(new SchedulerReader(web, null).read().problems("east"))
                .singleElement()
                .asString()
                .contains("cluster east", "thread-count = 5", "want 1");
    }

    @Test
    void sharesThatAreAlikeTellNothing() throws IOException {
        String idle = "{\"beans\":[{\"AllocatedMB\":0,\"AvailableMB\":1,\"AllocatedVCores\":0,\"AvailableVCores\":1}]}";

        assertThat(SchedulerReader.measured(PlainJson.MAPPER.readTree(idle))).isEmpty();
        assertThat(SchedulerReader.measured(PlainJson.MAPPER.readTree("{\"beans\":[]}")))
                .isEmpty();
    }
}
