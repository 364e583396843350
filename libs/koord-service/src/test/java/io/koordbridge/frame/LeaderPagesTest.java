package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who answers, and for whom. */
@Timeout(120)
class LeaderPagesTest {
    private static final String ELSEWHERE = "X-Forwarded-For";

    private TwoReplicas replicas;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        replicas = new TwoReplicas(directory);
    }

    @AfterEach
    void stop() {
        replicas.close();
    }

    @Test
    void anyReplicaAnswersAsTheLeaderDoes() throws Exception {
        HttpResponse<String> page = replicas.ask("/?find=a%20b");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).isEqualTo("pod-a_1 find=a%20b");
        assertThat(page.headers().firstValue("Content-Security-Policy")).contains("default-src 'none'");
        assertThat(replicas.ask("/unknown").statusCode()).isEqualTo(404);
    }

    @Test
    void theLeaderDecidesOnTheCallersToken() throws Exception {
        assertThat(replicas.ask("/", ELSEWHERE, "10.0.0.1").statusCode()).isEqualTo(401);
        assertThat(replicas.ask("/", ELSEWHERE, "10.0.0.1", "Authorization", "Bearer nobody")
                        .statusCode())
                .isEqualTo(403);
        assertThat(replicas.ask("/", ELSEWHERE, "10.0.0.1", "Authorization", "Bearer reader")
                        .body())
                .startsWith("pod-a_1");
        // This replica asks its own host for no token; the leader does.
        assertThat(replicas.ask("/", "Authorization", "Bearer nobody").statusCode())
                .isEqualTo(403);
    }

    @Test
    void onlyTokensOfReplicasOpenTheLeader() throws Exception {
        for (String token : new String[] {"stranger", "reader", "made-up"}) {
            assertThat(replicas.ask("/", ELSEWHERE, "10.0.0.1", "X-Koord-Peer", token)
                            .statusCode())
                    .as(token)
                    .isIn(401, 403);
        }
    }

    @Test
    void aRequestOfAReplicaIsNotHandedOnAgain() throws Exception {
        assertThat(replicas.ask("/", "X-Koord-Hop", "pod-c_1").body()).startsWith("pod-b_1");
    }

    @Test
    void withoutATokenOfItsOwnAReplicaAnswersForItself() throws Exception {
        replicas.withoutToken();

        assertThat(replicas.ask("/").body()).startsWith("pod-b_1");
        assertThat(replicas.ask("/", "Authorization", "Bearer reader").body()).startsWith("pod-a_1");
    }
}
