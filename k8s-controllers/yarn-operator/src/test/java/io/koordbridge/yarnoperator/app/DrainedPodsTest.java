package io.koordbridge.yarnoperator.app;

import static io.koordbridge.yarnoperator.app.SmallOperator.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is written to the pods of NodeManagers. */
class DrainedPodsTest extends DrainScene {

    /** The API server of this test cannot store the condition; {@code DrainIT} deletes a pod. */
    @Test
    void aDrainedPodIsMarkedAndNotDeletedBeforeItsConditionIsWritten() throws Exception {
        soon().until(() -> mark(Annotations.POD_EVICTION_COST).equals(Optional.of("2147483647")));
        drain(",\"timeoutSeconds\":600,\"deletePod\":true");
        soon().until(() -> {
            masters("0", "0");
            return operator.capability().vcores() == 1;
        });
        assertThat(state()).isEqualTo("DRAINING");
        assertThat(answer().at("/drain/containers").asInt()).isEqualTo(1);
        assertThat(mark(Annotations.POD_YARN_DRAINED)).isEmpty();

        use(YarnAmount.ZERO);
        soon().until(() -> {
            masters("0", "0");
            return mark(Annotations.POD_YARN_DRAINED).isPresent();
        });
        assertThat(operator.capability()).isEqualTo(YarnAmount.ZERO);
        assertThat(mark(Annotations.POD_EVICTION_COST)).isEmpty();
        assertThat(pod()).isNotNull();
        awaitEvent("YarnDrainStarted");
        awaitEvent("YarnDrained");
    }

    @Test
    void theCostThatAUserWroteStays() {
        cluster.client().pods().inNamespace("hadoop").withName("nm-0").edit(pod -> {
            pod.getMetadata().getAnnotations().put(Annotations.POD_EVICTION_COST, "7");
            return pod;
        });

        soon().until(() -> mark(Annotations.POD_YARN_EVICTION_COST).isEmpty());
        assertThat(mark(Annotations.POD_EVICTION_COST)).isEqualTo(Optional.of("7"));
    }
}
