package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QuotaTest {

    private static final String TREE = """
            {"koordinator-root-quota":{"tree":"","parent":"","min":{},"max":{},"runtime":{"cpu":10000},"used":{"cpu":700},"request":{"cpu":700}},
             "dep":{"tree":"","parent":"koordinator-root-quota","min":{"cpu":1000},"max":{"cpu":4000},"runtime":{"cpu":700},
               "used":{"cpu":700},"request":{"cpu":700}},
             "team":{"tree":"","parent":"dep","min":{"memory":1073741824},"max":{"cpu":9223372036854775},"runtime":{"cpu":700},
               "used":{"cpu":700},"request":{"cpu":700}}}
            """;

    private static final String EXPLANATION = """
            {"quota":"team","parent":"dep","resources":[{"resource":"cpu","demand":{"request":9000,"max":20000,"used":3000},
              "promise":{"min":1000,"scaledMin":1000,"lent":true},
              "level":{"total":10000,"promised":4500,"weight":20000,"weights":30000},"runtime":4666,
              "reason":"its minimum and its share of what is left, by weight 20000 of 30000",
              "lenders":{"idle":4000},"borrowers":{"team":3666}}],
             "waiting":[{"pod":"ns/x","reason":"Insufficient quotas, quotaName: team"}]}
            """;

    private static final Map<String, String> ANSWERS = Map.of(
            "/apis/v1/plugins/ElasticQuota/quotas", TREE,
            "/apis/v1/plugins/ElasticQuota/quotas/team/explain", EXPLANATION);

    private final LoopbackServer server = new LoopbackServer(QuotaTest::answer);

    private static void answer(HttpExchange exchange) throws IOException {
        String answer = ANSWERS.get(exchange.getRequestURI().getPath());
        LoopbackServer.answer(
                exchange, answer == null ? 404 : 200, answer == null ? "{\"error\":\"unknown\"}" : answer);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void theTreeShowsChildrenUnderTheirParents() {
        Run run = Run.colo("quota", "tree", "--scheduler", server.url());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsSubsequence("koordinator-root-quota", "\n  dep ", "\n    team ");
        assertThat(run.out()).contains("unlimited", "1Gi").containsPattern("dep +cpu +1 +4 +0\\.7");
    }

    @Test
    void anExplanationNamesTheRuleAndWhoLendsAndBorrows() {
        Run run = Run.colo("quota", "explain", "team", "--scheduler", server.url());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("Quota team, below dep")
                .contains("by weight 20000 of 30000")
                .contains("lend:    idle 4")
                .contains("borrow:  team 3.67")
                .contains("ns/x: Insufficient quotas, quotaName: team");
    }

    @Test
    void anUnknownQuotaIsAProblemAndNoCommandWrongUsage() {
        assertThat(Run.colo("quota", "explain", "other", "--scheduler", server.url())
                        .exitCode())
                .isEqualTo(1);
        assertThat(Run.colo("quota").exitCode()).isEqualTo(2);
        assertThat(Run.colo("quota", "explain", "team", "--scheduler", server.url(), "-o", "json")
                        .out())
                .contains("\"borrowers\"");
    }
}
