package io.koordbridge.yarnoperator.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.testkit.work.LinearWork;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ThirdPartyEntriesTest {

    private static final String OTHERS = """
            {"allocations":[
              {"name":"other","priority":"koord-batch",
               "resources":{"kubernetes.io/batch-cpu":"1500","kubernetes.io/batch-memory":"1048576Ki"}},
              {"name":"hadoop-yarn","priority":"koord-batch",
               "resources":{"kubernetes.io/batch-cpu":"4000","kubernetes.io/batch-memory":"8Gi"}},
              {"name":"prod","priority":"koord-prod","resources":{"cpu":"0.5","memory":"1e3"}}]}
            """;

    private final ThirdPartyEntries entries = ThirdPartyEntries.read("n1", OTHERS);

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
        var written = ThirdPartyEntries.read("n1", null)
                .withYarn(new BatchAmount(1_000, 1024))
                .allocations();

        assertThat(written).extracting(ThirdPartyAllocation::name).containsExactly("hadoop-yarn");
    }

    @Test
    void sumsEntriesOfBatchPriority() {
        Map<String, Quantity> sum = entries.batchSum();

        assertThat(sum.get("kubernetes.io/batch-cpu")).hasToString("5500");
        assertThat(sum.get("kubernetes.io/batch-memory")).hasToString("9Gi");
        assertThat(sum).doesNotContainKey("cpu");
    }

    @Test
    void saysWhyATextCannotBeRead() {
        ThirdPartyEntries unread =
                ThirdPartyEntries.read("n1", "{\"allocations\":[{\"name\":\"x\",\"resources\":{\"cpu\":\"many\"}}]}");

        assertThat(unread.entries()).isEmpty();
        assertThat(unread.problem()).contains("many");
    }

    @TestFactory
    Stream<DynamicTest> readsInLinearWork() {
        return Stream.of(LinearWork.test(
                "shares of others", 2_000, ThirdPartyEntriesTest::shares, text -> ThirdPartyEntries.read("n1", text)));
    }

    private static String shares(int size) {
        return IntStream.range(0, size)
                .mapToObj(
                        "{\"name\":\"t%d\",\"priority\":\"koord-batch\",\"resources\":{\"kubernetes.io/batch-cpu\":\"1\"}}"
                                ::formatted)
                .collect(Collectors.joining(",", "{\"allocations\":[", "]}"));
    }

    @Test
    void aLongQuantityMakesTheDocumentUnreadable() {
        ThirdPartyEntries read = ThirdPartyEntries.read("n1", shares(1).replace("\"1\"", "\"" + "9".repeat(65) + "\""));

        assertThat(read.entries()).isEmpty();
        assertThat(read.problem()).contains("thirdPartyAllocations", "allowed: a quantity");
    }
}
