package io.koordbridge.scheduler.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.page.table.TableQuery;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.page.QuotaRow.Amounts;
import io.koordbridge.scheduler.page.QuotaRow.State;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.PodRank;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaRowsTest {

    private static final QuotaSpec.Tree DEFAULT = new QuotaSpec.Tree("", ResourceVector.EMPTY, false);

    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);

    @BeforeEach
    void aTreeOnOneNode() {
        ledger.nodeSeen("n1", cpu(10_000));
        quota("team", WellKnown.ROOT_QUOTA, 10_000, 10_000);
        quota("team-idle", "team", 4_000, 10_000);
        quota("team-busy", "team", 1_000, 8_000);
        quota("team-short", "team", 0, 500);
        quota("team-within", "team", 2_000, 2_000);
        quota("tea", WellKnown.ROOT_QUOTA, 0, 1_000);
        quota("orphan", "nowhere", 0, 1_000);
        pod("b", "team-busy", 5_000, "n1");
        pod("s1", "team-short", 400, "n1");
        pod("s2", "team-short", 400, "");
        pod("w", "team-within", 2_000, "n1");
    }

    private static ResourceVector cpu(long milli) {
        return ResourceVector.of(Map.of(ResourceNames.CPU, milli));
    }

    private void quota(String name, String parent, long min, long max) {
        ledger.quotaSeen(new QuotaSpec(name, "quotas", parent, DEFAULT, true, cpu(min), cpu(max), cpu(max), List.of()));
    }

    private void pod(String name, String quota, long milli, String node) {
        ledger.podSeen(
                new PodQuota("uid-" + name, "ns", name, quota, cpu(milli), false, node, PodRank.LOWEST, false, null));
    }

    private List<QuotaRow> rows(Map<String, String> parameters) {
        List<QuotaRow> all = QuotaRows.of(ledger.quotas(), ledger.states(), ledger.waiting());
        return QuotaRows.VIEW.select(all, TableQuery.of(parameters)).rows();
    }

    private QuotaRow row(String name) {
        return rows(Map.of("find", name)).stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void childrenFollowTheirParents() {
        assertThat(rows(Map.of()))
                .extracting(QuotaRow::path)
                .containsExactly(
                        WellKnown.DEFAULT_QUOTA,
                        WellKnown.SYSTEM_QUOTA,
                        "orphan",
                        "tea",
                        "team",
                        "team team-busy",
                        "team team-idle",
                        "team team-short",
                        "team team-within");
        assertThat(row("team-idle").depth()).isEqualTo(1);
    }

    @Test
    void saysWhoBorrowsWhoLendsAndWhoIsShort() {
        assertThat(row("team-idle").state()).isEqualTo(State.LENDING);
        assertThat(row("team-idle").resources()).extracting(Amounts::borrowed).containsExactly(-4_000L);
        assertThat(row("team-busy").state()).isEqualTo(State.BORROWING);
        assertThat(row("team-busy").resources())
                .containsExactly(new Amounts("cpu", 1_000, 8_000L, 5_000L, 5_000, 5_000, 4_000));
        assertThat(row("team-short").state()).isEqualTo(State.SHORT);
        assertThat(row("team-short").waiting()).isEqualTo(1);
        assertThat(row("team-within").state()).isEqualTo(State.WITHIN);
    }

    @Test
    void namesTheParentThatAQuotaWithoutPlaceLacks() {
        assertThat(row("orphan").state()).isEqualTo(State.UNUSED);
        assertThat(row("orphan").note()).contains("nowhere");
    }

    @Test
    void showsNoLimitWhereThereIsNone() {
        assertThat(row(WellKnown.DEFAULT_QUOTA).state()).isEqualTo(State.WITHIN);
        assertThat(row(WellKnown.DEFAULT_QUOTA).resources()).allMatch(one -> one.max() == null);
    }

    @Test
    void sortsByAnAmountAndFiltersByState() {
        assertThat(rows(Map.of("sort", "usedCpuMilli", "order", "desc", "find", "team-")))
                .extracting(QuotaRow::name)
                .startsWith("team-busy", "team-within", "team-short");
        assertThat(rows(Map.of("state", "SHORT"))).extracting(QuotaRow::name).containsExactly("team-short");
    }
}
