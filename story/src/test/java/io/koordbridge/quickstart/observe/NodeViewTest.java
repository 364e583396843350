package io.koordbridge.quickstart.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.quickstart.summary.Sample.Amount;
import org.junit.jupiter.api.Test;

class NodeViewTest {

    private static final long VCORE = 125;

    @Test
    void podsHaveWhatIsOfferedToThem() {
        assertThat(new NodeView(910, 660, new Amount(2, 7680), "STEADY").freeMilliCpu(VCORE))
                .isEqualTo(660);
    }

    /** YARN has 250 of 457 and the offer has not followed yet: two pods of 100 beside a NodeManager's 100 do not fit. */
    @Test
    void aLeaseCountsBeforeTheOfferFollows() {
        assertThat(new NodeView(457, 457, new Amount(2, 7680), "STEADY").freeMilliCpu(VCORE))
                .isEqualTo(207);
    }

    @Test
    void nothingIsFreeBeforeTheFirstLeaseAndBelowTheFloor() {
        assertThat(new NodeView(910, 910, Amount.UNKNOWN, "").freeMilliCpu(VCORE))
                .isZero();
        assertThat(new NodeView(-1, -1, new Amount(2, 7680), "STEADY").freeMilliCpu(VCORE))
                .isZero();
        assertThat(new NodeView(100, 0, new Amount(2, 7680), "STEADY").freeMilliCpu(VCORE))
                .isZero();
    }
}
