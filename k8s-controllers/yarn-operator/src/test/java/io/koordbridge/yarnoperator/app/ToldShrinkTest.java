package io.koordbridge.yarnoperator.app;

import static io.koordbridge.yarnoperator.app.SmallOperator.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.api.document.yarn.YarnShrinkReader;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.resourcemanager.SchedulerFacts;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** While containers have to leave, the Node says to what YARN shrinks, and by when. */
class ToldShrinkTest {

    private static final YarnAmount HALF = new YarnAmount(10, 20_480);

    private final SmallOperator operator = new SmallOperator(new BatchAmount(20_000, 40L << 30));
    private final SmallCluster cluster = operator.cluster();

    @BeforeEach
    void start() throws Exception {
        operator.yarn().scheduler(new SchedulerFacts("CapacityScheduler", SchedulerFacts.Counting.YES, 1));
        operator.start(HALF, new YarnAmount(8, 8_192));
        soon().until(() -> AnnotationCodec.text(cluster.node(), Annotations.NODE_YARN_LEASE)
                .filter(text -> text.contains("STEADY"))
                .isPresent());
    }

    @AfterEach
    void stop() {
        operator.close();
    }

    private Optional<YarnShrink> told() {
        return YarnShrinkReader.read(cluster.node()).found();
    }

    @Test
    void theTargetOfAShrinkIsToldAndGoesOnceContainersHaveLeft() {
        assertThat(told()).isEmpty();

        cluster.origin(new BatchAmount(8_000, 40L << 30));
        soon().until(() -> told().isPresent());
        YarnShrink first = told().orElseThrow();
        assertThat(first.nodeId()).isEqualTo("nm-0:8041");
        assertThat(first.vcores()).isEqualTo(operator.capability().vcores()).isLessThan(8);
        assertThat(first.countsVcores()).isTrue();
        assertThat(first.left()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));

        cluster.origin(new BatchAmount(8_000, 6L << 30));
        soon().until(() -> told().filter(one -> one.memoryMB() < 8_192).isPresent());
        assertThat(told().orElseThrow().left()).isLessThanOrEqualTo(Duration.ofSeconds(15));

        operator.yarn().put("nm-0", operator.capability(), YarnAmount.ZERO);
        soon().until(() -> told().isEmpty());
    }

    @Test
    void aShrinkThatIsCalledOffIsToldNoLonger() {
        cluster.origin(new BatchAmount(8_000, 40L << 30));
        soon().until(() -> told().isPresent());

        cluster.origin(new BatchAmount(20_000, 40L << 30));

        soon().until(() -> told().isEmpty());
    }
}
