package io.koordbridge.yarnoperator.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.policy.amount.BatchAmount;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThirdPartyEntriesTest {

    private static final String OTHERS = """
            {"allocations":[
              {"name":"other","priority":"koord-batch",
               "resources":{"kubernetes.io/batch-cpu":"1500","kubernetes.io/batch-memory":"1048576Ki"}},
              {"name":"hadoop-yarn","priority":"koord-batch",
               "resources":{"kubernetes.io/batch-cpu":"4000","kubernetes.io/batch-memory":"8Gi"}},
              {"name":"prod","priority":"koord-prod","resources":{"cpu":"0.5","memory":"1e3"}}]}
            """;

    private final ThirdPartyEntries entries = ShownEntries.of(OTHERS);

    private static Map<String, Quantity> resources(ThirdPartyAllocation entry) {
        return entry.resources();
    }

    @Test
    void tellsOurEntryFromTheOthers() {
        assertThat(entries.yarnAmount()).contains(new BatchAmount(4_000, 8L << 30));
        assertThat(entries.others()).isEqualTo(new BatchAmount(1_500, 1L << 30));
        assertThat(entries.problem()).isNull();
    }

    @Test
    void replacesOurEntryInPlace() {
        var written = entries.withYarn(new BatchAmount(6_000, 12L << 30)).allocations();

        assertThat(written).extracting(ThirdPartyAllocation::name).containsExactly("other", "hadoop-yarn", "prod");
        assertThat(resources(written.get(1)))
                .isEqualTo(Map.of(
                        "kubernetes.io/batch-cpu",
                        new Quantity("6k"),
                        "kubernetes.io/batch-memory",
                        new Quantity("12Gi")));
    }

    @Test
    void writesOtherEntriesInTheirOwnFamilyOfSuffixes() {
        var written = entries.withYarn(BatchAmount.ZERO).allocations();

        assertThat(resources(written.get(0)).get("kubernetes.io/batch-cpu")).hasToString("1500");
        assertThat(resources(written.get(0)).get("kubernetes.io/batch-memory")).hasToString("1Gi");
        assertThat(resources(written.get(2)).get("cpu")).hasToString("500m");
        assertThat(resources(written.get(2)).get("memory")).hasToString("1e3");
    }

    @Test
    void addsOurEntryBehindTheOthers() {
        var written =
                ShownEntries.of(null).withYarn(new BatchAmount(1_000, 1024)).allocations();

        assertThat(written).extracting(ThirdPartyAllocation::name).containsExactly("hadoop-yarn");
    }

    @Test
    void theLastGoodEntriesStandInForATextThatCannotBeRead() {
        ThirdPartyEntries typo =
                ThirdPartyEntries.of(ShownEntries.read(OTHERS.replace("1048576Ki", "1048576KiB")), entries.counted());

        assertThat(typo.problem()).contains("thirdPartyAllocations", "1048576KiB", "allowed: a quantity");
        assertThat(typo.others()).isEqualTo(entries.others());
        assertThat(typo.yarnAmount()).isEmpty();
        assertThat(typo.withYarn(new BatchAmount(4_000, 8L << 30)))
                .isEqualTo(entries.withYarn(new BatchAmount(4_000, 8L << 30)));
    }

    @Test
    void withoutEarlierOnesATextThatCannotBeReadHoldsNothing() {
        ThirdPartyEntries unread = ShownEntries.of("{\"allocations\":7}");

        assertThat(unread.others()).isEqualTo(BatchAmount.ZERO);
        assertThat(unread.withYarn(BatchAmount.ZERO).allocations()).hasSize(1);
        assertThat(unread.problem()).isNotNull();
    }

    @Test
    void aWrongEntryCountsAsItDidAndIsLeftAsItIs() {
        ThirdPartyEntries typo =
                ThirdPartyEntries.of(ShownEntries.read(OTHERS.replace("\"1500\"", "\"-1500\"")), entries.counted());

        assertThat(typo.others()).isEqualTo(entries.others());
        assertThat(typo.yarnAmount()).isEqualTo(entries.yarnAmount());
        assertThat(resources(typo.withYarn(BatchAmount.ZERO).allocations().get(0))
                        .get("kubernetes.io/batch-cpu"))
                .hasToString("-1500");
    }

    @Test
    void ourEntryOfAnotherPriorityReservesNothing() {
        ThirdPartyEntries typo = ShownEntries.of(OTHERS.replace("koord-batch", "koord-bach"));

        assertThat(typo.yarnAmount()).isEmpty();
        assertThat(typo.others()).isEqualTo(BatchAmount.ZERO);
    }
}
