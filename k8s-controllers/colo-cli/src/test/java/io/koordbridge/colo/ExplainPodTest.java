package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExplainPodTest {

    private static final String WAITS = """
            {"pod":"shop/web","uid":"u","state":"waiting","node":null,"scheduler":"0/2 nodes are available",
             "filter":{"at":"2026-01-01T00:00:00Z","candidates":2,"fitting":0,"offered":0,"refused":[
               {"reason":"Insufficient NUMA cpu","nodes":2,"wokenBy":"a pod that leaves such a node",
                "example":{"node":"worker-3","resources":{"cpu":{"pod":4000,"requested":30000,"allocatable":32000,"free":2000}},
                 "freeByNumaNode":{"0":{"cpu":1000}},"details":["cpu on NUMA nodes [0, 1] preferred"]}}]},
             "bind":null}
            """;

    private static final String BOUND = """
            {"pod":"shop/web","uid":"u","state":"bound","node":"worker-3","scheduler":"","filter":null,
             "bind":{"at":"2026-01-01T00:00:00Z","node":"worker-3","problem":"","scores":{"numa":80},"cpus":"0-3","numaNodes":{}}}
            """;

    private String answer = WAITS;
    private final LoopbackServer server = new LoopbackServer(this::answer);

    private void answer(HttpExchange exchange) throws IOException {
        boolean known = exchange.getRequestURI().getPath().equals("/apis/v1/pods/shop/web");
        LoopbackServer.answer(exchange, known ? 200 : 404, known ? answer : "{\"error\":\"unknown\"}");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aPodThatWaitsShowsReasonsWithTheNumbersOfAnExample() {
        Run run = Run.colo("explain", "pod", "shop/web", "--scheduler", server.url());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("Pod shop/web: waiting")
                .contains("kube-scheduler: 0/2 nodes are available")
                .contains("2 nodes refused: Insufficient NUMA cpu")
                .contains("Goes with: a pod that leaves such a node")
                .contains("NUMA node 0 free: {\"cpu\":1000}")
                .contains("cpu on NUMA nodes [0, 1] preferred")
                .containsPattern("cpu +4000 +30000 +32000 +2000");
    }

    @Test
    void aBoundPodShowsItsNodeScoresAndCpus() {
        answer = BOUND;

        Run run = Run.colo("explain", "pod", "shop/web", "--scheduler", server.url());

        assertThat(run.out()).contains("Pod shop/web: bound on worker-3", "score of numa: 80", "CPUs of its own: 0-3");
    }

    @Test
    void anUnknownPodIsAProblemAndABadNameWrongUsage() {
        assertThat(Run.colo("explain", "pod", "other", "--scheduler", server.url())
                        .exitCode())
                .isEqualTo(1);
        assertThat(Run.colo("explain", "pod", "a/b/c", "--scheduler", server.url())
                        .exitCode())
                .isEqualTo(2);
        assertThat(Run.colo("explain", "pod", "shop/web", "--scheduler", server.url(), "-o", "json")
                        .out())
                .contains("\"candidates\" : 2");
    }
}
