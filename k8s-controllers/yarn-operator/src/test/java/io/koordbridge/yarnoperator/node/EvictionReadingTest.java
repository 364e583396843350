package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.lease.Eviction;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EvictionReadingTest {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final String TEXT =
            "{\"cpuMilli\":2000,\"memoryBytes\":1073741824,\"time\":\"2026-01-01T11:59:58+00:00\"}";

    @Test
    void anotherTextIsAnotherEvictionFromTheMomentThatItIsSeen() {
        EvictionReading first = EvictionReading.UNREAD.next(node(TEXT), false, NOW);
        EvictionReading same = first.next(node(TEXT), false, NOW.plusSeconds(5));
        EvictionReading second = same.next(node("{\"memoryBytes\":5}"), false, NOW.plusSeconds(9));

        assertThat(first.eviction()).isEqualTo(new Eviction(new BatchAmount(2_000, 1L << 30), NOW));
        assertThat(same).isEqualTo(first);
        assertThat(second.eviction()).isEqualTo(new Eviction(new BatchAmount(0, 5), NOW.plusSeconds(9)));
    }

    @Test
    void aNewProcessTakesAnOldEvictionForOver() {
        assertThat(EvictionReading.UNREAD
                        .next(node(TEXT), true, NOW.plusSeconds(59))
                        .eviction())
                .isNull();
        assertThat(EvictionReading.UNREAD.next(node(TEXT), true, NOW).eviction())
                .isNotNull();
    }

    @Test
    void theClockOfTheNodeDoesNotMatterForOneThatIsSeenToCome() {
        assertThat(EvictionReading.UNREAD
                        .next(node(TEXT), false, NOW.plusSeconds(3_600))
                        .eviction())
                .isNotNull();
    }

    @Test
    void aTextThatCannotBeReadIsNamedAndChangesNothing() {
        EvictionReading good = EvictionReading.UNREAD.next(node(TEXT), false, NOW);

        EvictionReading bad = good.next(node("{\"cpuMilli\":\"many\"}"), false, NOW.plusSeconds(1));

        assertThat(bad.problem()).contains("Node/n", Annotations.NODE_YARN_EVICTED, "cpuMilli");
        assertThat(bad.eviction()).isEqualTo(good.eviction());
    }

    @Test
    void anEvictionWithAWrongAmountIsOneAllTheSame() {
        EvictionReading read =
                EvictionReading.UNREAD.next(node("{\"cpuMilli\":-5,\"memoryBytes\":9007199254740993}"), false, NOW);

        assertThat(read.eviction()).isEqualTo(new Eviction(new BatchAmount(0, BatchAmount.LIMIT), NOW));
        assertThat(read.problem()).contains("cpuMilli", "memoryBytes", "0 to 9007199254740992");
    }

    @Test
    void withoutTheAnnotationThereIsNone() {
        assertThat(EvictionReading.UNREAD
                        .next(node(TEXT), false, NOW)
                        .next(node(null), false, NOW)
                        .eviction())
                .isNull();
    }

    private static Node node(String text) {
        NodeBuilder builder = new NodeBuilder().withNewMetadata().withName("n").endMetadata();
        return text == null
                ? builder.build()
                : builder.editMetadata()
                        .addToAnnotations(Annotations.NODE_YARN_EVICTED, text)
                        .endMetadata()
                        .build();
    }
}
