package io.koordbridge.yarnoperator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerStoreTest {

    private static final Instant NOW = Instant.parse("2024-05-01T10:00:00Z");

    private final LedgerStore store = new LedgerStore();

    private static LedgerRow row(String node, LedgerStatus verdict) {
        return new LedgerRow(node, "cpu", 4_000, 1_000, 0, 2_000, 3_000, 0, verdict, "because " + verdict);
    }

    private boolean enter(String node, LedgerStatus verdict, long second) {
        return store.enter(node, List.of(row(node, verdict)), NOW.plusSeconds(second));
    }

    @Test
    void hasNoDataBeforeTheFirstCheck() {
        assertThat(store.summary().verdict()).isEqualTo(LedgerStatus.NO_DATA);
        assertThat(store.of("n1")).isEmpty();
    }

    @Test
    void reportsANodeAsBrokenOnceAndSinceWhen() {
        assertThat(enter("n1", LedgerStatus.BROKEN, 0)).isTrue();
        assertThat(enter("n1", LedgerStatus.BROKEN, 1)).isFalse();
        assertThat(store.summary().brokenSince()).isEqualTo(Map.of("n1", NOW));

        assertThat(enter("n1", LedgerStatus.OK, 2)).isFalse();
        assertThat(store.summary().brokenSince()).isEmpty();
        assertThat(enter("n1", LedgerStatus.BROKEN, 3)).isTrue();
        assertThat(store.summary().broken()).isEqualTo(3);
        assertThat(store.summary().checks()).isEqualTo(4);
    }

    @Test
    void givesTheWorstVerdictOfAllNodes() {
        enter("n1", LedgerStatus.OK, 0);
        enter("n2", LedgerStatus.DRAINING, 0);

        assertThat(store.summary().verdict()).isEqualTo(LedgerStatus.DRAINING);
        assertThat(store.summary().draining()).isEqualTo(1);
        assertThat(LedgerStore.worstReason(store.summary().rows())).isEqualTo("because DRAINING");
    }

    @Test
    void forgetsANodeButNotItsChecks() {
        enter("n1", LedgerStatus.BROKEN, 0);

        store.forget("n1");

        assertThat(store.summary().rows()).isEmpty();
        assertThat(store.summary().verdict()).isEqualTo(LedgerStatus.NO_DATA);
        assertThat(store.summary().checks()).isEqualTo(1);
    }
}
