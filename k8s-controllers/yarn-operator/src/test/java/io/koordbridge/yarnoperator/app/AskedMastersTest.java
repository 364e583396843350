package io.koordbridge.yarnoperator.app;

import static io.koordbridge.yarnoperator.app.SmallOperator.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What application masters hold is asked on the Node before containers have to leave. */
class AskedMastersTest {

    private static final YarnAmount HALF = new YarnAmount(10, 20_480);

    private final SmallOperator operator = new SmallOperator(new BatchAmount(20_000, 40L << 30));
    private final SmallCluster cluster = operator.cluster();

    @BeforeEach
    void start() throws Exception {
        operator.start(HALF, new YarnAmount(8, 8_192));
        soon().until(() -> AnnotationCodec.text(cluster.node(), Annotations.NODE_YARN_LEASE)
                .filter(text -> text.contains("STEADY"))
                .isPresent());
    }

    @AfterEach
    void stop() {
        operator.close();
    }

    private String question() {
        return AnnotationCodec.text(cluster.node(), Annotations.NODE_YARN_QUESTION)
                .orElse("");
    }

    private boolean answered() {
        String question = question();
        if (!question.isEmpty()) {
            cluster.annotate(
                    Annotations.NODE_YARN_NODE_MANAGER,
                    "{\"nodeId\":\"nm-0:8041\",\"capacity\":{\"vcores\":10,\"memoryMB\":20480},"
                            + "\"masters\":{\"vcores\":4,\"memoryMB\":4096},\"answers\":\"" + question + "\"}");
        }
        return !question.isEmpty();
    }

    private long vcores() {
        return operator.capability().vcores();
    }

    private String reason() throws IOException, InterruptedException {
        return operator.get("/api/v1/nodes").at("/nodes/0/reason").asText();
    }

    @Test
    void theNodeAgentsAnswerKeepsThePlaceOfMasters() throws Exception {
        assertThat(question()).isEmpty();

        cluster.origin(new BatchAmount(2_000, 40L << 30));

        soon().until(() -> answered() && vcores() == 4);
        assertThat(reason()).isNotEmpty().doesNotContain("masters of this node are not known");
    }

    @Test
    void thatNobodyAnswersIsSaid() throws Exception {
        cluster.origin(new BatchAmount(2_000, 40L << 30));

        soon().untilAsserted(() -> assertThat(reason()).contains("masters of this node are not known"));
        soon().until(() -> cluster.client().v1().events().inAnyNamespace().list().getItems().stream()
                .anyMatch(event -> "YarnLeaseMastersUnknown".equals(event.getReason())));
        // The share of YARN is one vcore, its room two: a shrink begun for the room goes no further at once.
        soon().untilAsserted(() ->
                assertThat(vcores()).as("%s", operator.get("/api/v1/nodes")).isBetween(1L, 2L));
    }
}
