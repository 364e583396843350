package io.koordbridge.yarnoperator.app;

import static io.koordbridge.yarnoperator.app.SmallOperator.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import org.junit.jupiter.api.Test;

/** What a drain and a freeze do to the lease, and what is said. */
class NodeDrainsTest extends DrainScene {

    @Test
    void aDrainedNodeKeepsItsPodAndItsMarkUntilTheDrainIsCalledOff() throws Exception {
        use(YarnAmount.ZERO);
        drain("");
        soon().until(() -> {
            masters("0", "0");
            return state().equals("DRAINED")
                    && mark(Annotations.POD_YARN_DRAINED).isPresent();
        });
        String first = mark(Annotations.POD_YARN_DRAINED).orElseThrow();
        soon().until(() -> mark(Annotations.POD_YARN_DRAINED)
                .filter(text -> !text.equals(first))
                .isPresent());
        assertThat(mark(Annotations.POD_EVICTION_COST)).isEmpty();

        cluster.annotate(Annotations.NODE_YARN_DRAIN, null);
        soon().until(() -> {
            masters("0", "0");
            return operator.capability().equals(HALF);
        });
        assertThat(mark(Annotations.POD_YARN_DRAINED)).isEmpty();
        assertThat(answer().isMissingNode()).isTrue();
        assertThat(AnnotationCodec.text(cluster.node(), Annotations.NODE_YARN_DRAIN_STATUS))
                .isEmpty();
        awaitEvent("YarnDrainCalledOff");
    }

    @Test
    void aMasterHoldsADrainUntilItFails() throws Exception {
        use(MASTER);
        masters("2", "2048");
        drain(",\"timeoutSeconds\":20,\"deletePod\":true");
        soon().until(() -> {
            masters("2", "2048");
            return state().equals("HELD") && operator.capability().equals(MASTER);
        });
        awaitEvent("YarnDrainHeld");
        soon().until(() -> state().equals("FAILED"));
        assertThat(answer().at("/drain/text").asText()).contains("2 vcores/2048 MB of application masters");

        soon().until(() -> {
            masters("2", "2048");
            return operator.capability().equals(HALF);
        });
        assertThat(pod()).isNotNull();
        assertThat(state()).isEqualTo("FAILED");
        awaitEvent("YarnDrainFailed");
    }

    @Test
    void mastersAreEndedWhenThatIsAskedFor() throws Exception {
        use(MASTER);
        masters("2", "2048");
        drain(",\"timeoutSeconds\":15,\"evictMasters\":true");
        soon().until(() -> state().equals("HELD") && operator.capability().equals(MASTER));

        soon().until(() -> {
            masters("2", "2048");
            return operator.capability().equals(YarnAmount.ZERO);
        });
        assertThat(state()).isNotEqualTo("FAILED");
    }

    @Test
    void aFrozenLeaseIsSaid() throws Exception {
        cluster.annotate(Annotations.NODE_YARN_FROZEN, "{\"reason\":\"measuring\"}");

        soon().until(() -> answer().at("/frozen/reason").asText().equals("measuring"));
        soon().until(() ->
                operator.get("/api/v1/nodes").at("/nodes/0/reason").asText().contains("frozen"));
        cluster.origin(new BatchAmount(40_000, 80L << 30));
        soon().until(() ->
                operator.get("/api/v1/nodes").at("/nodes/0/originCpuMilli").asLong() == 40_000);
        assertThat(operator.capability()).isEqualTo(HALF);

        cluster.annotate(Annotations.NODE_YARN_FROZEN, null);
        soon().until(() -> operator.capability().vcores() == 20);
    }
}
