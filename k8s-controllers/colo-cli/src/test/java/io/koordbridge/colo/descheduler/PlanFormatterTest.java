package io.koordbridge.colo.descheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.answers.DeschedulerPlanAnswer;
import io.koordbridge.answers.DeschedulerPlanAnswer.KeptPod;
import io.koordbridge.answers.DeschedulerPlanAnswer.NodeUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.ResourceUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.Victim;
import io.koordbridge.colo.Run;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanFormatterTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final NodeUse HOT = new NodeUse(
            "big",
            "hot",
            "high",
            null,
            List.of(
                    new ResourceUse("cpu", false, 26_000L, 32_000L, 14_400L, 24_000L),
                    new ResourceUse("memory", true, 1L << 30, 4L << 30, null, 3L << 30)));
    private static final NodeUse SILENT = new NodeUse("big", "silent", "unknown", "no report", List.of());

    @Test
    void showsThresholdsVictimsAndWhatKeepsTheOthers() {
        DeschedulerPlanAnswer plan = new DeschedulerPlanAnswer(
                NOW,
                false,
                null,
                List.of(HOT, SILENT),
                List.of(new Victim("shop/web", "hot", List.of("a", "b", "c"), "LowNodeLoad", "node is overutilized")),
                List.of(new KeptPod("shop/db", "hot", "LocalStorage", "has an emptyDir")));

        assertThat(PlanFormatter.of(plan)).isEqualTo("""
                Plan of 2026-01-01T00:00:00Z: 1 pod would be evicted, 1 pod of overloaded nodes would stay

                NODE    POOL  STATE    RESOURCE       USED       LOW   HIGH  CAPACITY  REMARK
                hot     big   high     cpu            26 (81%)   14.4  24    32
                hot     big   high     memory (prod)  1Gi (25%)  -     3Gi   4Gi
                silent  big   unknown  -              -          -     -     -         no report

                POD       FROM  TO             PLUGIN       REASON
                shop/web  hot   a or 2 others  LowNodeLoad  node is overutilized

                POD      NODE  CHECK         WHY
                shop/db  hot   LocalStorage  has an emptyDir""");
    }

    @Test
    void aNodeAtItsThresholdDoesNotLookAboveIt() {
        NodeUse node = new NodeUse(
                "big", "n", "none", null, List.of(new ResourceUse("cpu", false, 23_999L, 32_000L, 1L, 24_000L)));

        assertThat(PlanFormatter.of(new DeschedulerPlanAnswer(NOW, true, null, List.of(node), List.of(), List.of())))
                .contains("(74%)", "0 pods would be evicted", "dryRun is on, nothing is evicted");
    }

    @Test
    void saysWhyTheNextRunDecidesNothing() {
        assertThat(PlanFormatter.of(
                        new DeschedulerPlanAnswer(NOW, false, "2 NodeMetrics", List.of(), List.of(), List.of())))
                .contains("The next run decides nothing: 2 NodeMetrics");
    }

    @Test
    void theCommandAsksTheProcessForItsPlan() {
        String plan = "{\"time\":\"2026-01-01T00:00:00Z\",\"dryRun\":false,\"nodes\":[],\"victims\":[],\"kept\":[]}";
        try (LoopbackServer server = new LoopbackServer(exchange -> answer(exchange, plan))) {
            Run table = Run.colo("descheduler", "plan", "--descheduler", server.url());
            Run json = Run.colo("descheduler", "plan", "--descheduler", server.url(), "-o", "json");

            assertThat(table.exitCode()).isZero();
            assertThat(table.out()).startsWith("Plan of 2026-01-01T00:00:00Z: 0 pods");
            assertThat(json.out()).contains("\"dryRun\" : false");
        }
        assertThat(Run.colo("descheduler").err()).contains("colo descheduler plan");
    }

    private static void answer(HttpExchange exchange, String plan) throws IOException {
        boolean known = exchange.getRequestURI().getPath().equals("/apis/v1/plan");
        LoopbackServer.answer(exchange, known ? 200 : 404, known ? plan : "{}");
    }
}
