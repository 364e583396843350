package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.midresource.MidResourceCalculator;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.testkit.guide.GuideTables;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The worked node of docs/guide/capacity.md offers what the tables there say. */
class CapacityGuideTest {

    private static final GuideTables GUIDE = new GuideTables("capacity.md");
    private static final Instant NOW = Instant.parse("2026-03-02T21:00:00Z");
    private static final BigDecimal MILLI = BigDecimal.valueOf(1_000);
    private static final BigDecimal GIBI = BigDecimal.valueOf(1L << 30);

    static Stream<List<String>> batchRows() {
        return GUIDE.rows("colocation strategy", "batch-cpu", "batch-memory");
    }

    static Stream<List<String>> midRows() {
        return GUIDE.rows("colocation strategy", "mid-cpu", "mid-memory");
    }

    static Stream<List<String>> podRows() {
        return GUIDE.rows("pod", "class", "QoS", "requests", "uses", "counts");
    }

    @ParameterizedTest
    @MethodSource("batchRows")
    void theNodeOffersBatch(List<String> row) {
        BatchAllotment batch = BatchResourceCalculator.calculate(node(), strategy(row), NOW);

        assertThat(shown(batch.milliCpu(), batch.bytes())).isEqualTo(row.get(1) + " / " + row.get(2));
    }

    @ParameterizedTest
    @MethodSource("midRows")
    void theNodeOffersMid(List<String> row) {
        MidAllotment mid = MidResourceCalculator.calculate(node(), strategy(row), NOW);

        assertThat(shown(mid.milliCpu(), mid.bytes())).isEqualTo(row.get(1) + " / " + row.get(2));
    }

    @Test
    void eachZoneOffersItsPart() {
        CpuMemory half = amount("16 / 64");
        List<ZoneCapacity> zones = List.of(new ZoneCapacity("node-0", half), new ZoneCapacity("node-1", half));

        assertThat(ZoneBatchCalculator.calculate(node(), zones, Strategies.of("{}"), NOW))
                .extracting(zone -> List.of(zone.zone(), shown(zone.milliCpu(), zone.wholeBytes())))
                .containsExactlyElementsOf(GUIDE.rows("zone", "batch-cpu", "batch-memory")
                        .map(row -> List.of(row.get(0), row.get(1) + " / " + row.get(2)))
                        .toList());
    }

    @Test
    void whatEachPodCountsIsWhatIsTakenOff() {
        CpuMemory counted = podRows().map(row -> amount(row.get(5))).reduce(CpuMemory.ZERO, CpuMemory::plus);

        assertThat(BatchResourceCalculator.calculate(node(), Strategies.of("{}"), NOW)
                        .terms()
                        .pods()
                        .used())
                .isEqualTo(counted);
    }

    @Test
    void everyTableIsRead() {
        assertThat(List.of(batchRows().count(), midRows().count(), podRows().count()))
                .containsExactly(5L, 4L, 6L);
    }

    private static NodeSnapshot node() {
        List<PodDemand> pods = podRows()
                .filter(row -> !row.get(3).equals("ended"))
                .map(CapacityGuideTest::pod)
                .toList();
        List<PodUsage> usages = podRows()
                .filter(row -> !row.get(4).equals("not reported yet"))
                .map(row -> new PodUsage(
                        "ns/" + row.get(0), amount(row.get(4)), row.get(1).equals("batch")))
                .toList();
        NodeUsage usage = new NodeUsage(
                NOW,
                true,
                amount("1.5 / 6"),
                usages,
                amount("0.5 / 2"),
                amount("0.5 / 2"),
                amount("12.2 / 49"),
                amount("6 / 20"));
        return new NodeSnapshot("n", amount("32 / 128"), amount("31 / 124"), true, CpuMemory.ZERO, pods, usage);
    }

    private static PodDemand pod(List<String> row) {
        return new PodDemand(
                "ns",
                row.get(0),
                true,
                PriorityClass.ofName("koord-" + row.get(1)),
                row.get(2).equals("LSE"),
                amount(row.get(3)),
                CpuMemory.ZERO,
                CpuMemory.ZERO,
                row.get(0).equals("web") ? List.of(0) : List.of());
    }

    private static ColocationStrategy strategy(List<String> row) {
        return Strategies.of(row.get(0).replace("`", ""));
    }

    /** Cores and GiB, as "1.5 / 6". */
    private static CpuMemory amount(String text) {
        String[] sides = text.split(" / ", -1);
        return CpuMemory.ofMilliAndBytes(
                new BigDecimal(sides[0]).multiply(MILLI).longValueExact(),
                new BigDecimal(sides[1]).multiply(GIBI).longValueExact());
    }

    private static String shown(long milliCpu, long bytes) {
        return plain(BigDecimal.valueOf(milliCpu).divide(MILLI)) + " / "
                + plain(BigDecimal.valueOf(bytes).divide(GIBI, 2, RoundingMode.HALF_UP));
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
