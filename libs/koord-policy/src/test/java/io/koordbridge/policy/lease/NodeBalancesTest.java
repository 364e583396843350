package io.koordbridge.policy.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import org.junit.jupiter.api.Test;

class NodeBalancesTest {

    private final NodeAtRest node = new NodeAtRest();

    @Test
    void whatIsLeftIsTheOriginLessPodsAndOthers() {
        node.pods = new BatchAmount(5_000, 10L << 30);
        node.others = new BatchAmount(1_000, 40L << 30);

        assertThat(node.books().room()).isEqualTo(new BatchAmount(14_000, 0));
        assertThat(node.books().allowance(new BatchAmount(10_000, 0))).isEqualTo(new BatchAmount(9_000, 0));
        assertThat(node.books().beside(new BatchAmount(4_000, 0)).room()).isEqualTo(new BatchAmount(10_000, 0));
    }

    @Test
    void onlyAnAbsentOriginClosesANode() {
        assertThat(node.books().closed()).isFalse();
        node.origin = null;
        assertThat(node.books().closed()).isTrue();
        node.originUnreadable = true;
        assertThat(node.books().closed()).isFalse();
    }
}
