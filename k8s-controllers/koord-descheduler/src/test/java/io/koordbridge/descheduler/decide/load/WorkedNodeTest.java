package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.koordbridge.descheduler.decide.limit.EvictionLimitConfig;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.limit.LimitRefusal;
import io.koordbridge.descheduler.decide.load.LoadResult.OfNode;
import io.koordbridge.descheduler.decide.load.LoadResult.OfPod;
import io.koordbridge.descheduler.decide.load.LoadResult.OfResource;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The worked node of docs/guide/descheduler.md is decided by the shipped configuration as the page says. */
class WorkedNodeTest {

    private static final int INTERVAL_SECONDS = 10;
    private static final int RUNS = 6;

    private static WorkedNode guide;
    private static final List<LoadResult> RESULTS = new ArrayList<>();

    @BeforeAll
    static void run() {
        guide = new WorkedNode();
        LoadMemory memory = LoadMemory.EMPTY;
        for (int i = 0; i < RUNS; i++) {
            LoadResult result = guide.run(memory, WorkedNode.NOW.plusSeconds((long) i * INTERVAL_SECONDS));
            RESULTS.add(result);
            memory = result.memory();
        }
    }

    private static LoadResult.OfPool last() {
        return RESULTS.get(RUNS - 1).pools().get(0);
    }

    private static OfNode node(String name) {
        return last().nodes().stream()
                .filter(node -> node.node().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static OfResource load(String node, String resource) {
        return node(node).load().get(resource);
    }

    @Test
    void theThresholdsAreThoseOfItsTable() {
        Map<String, OfResource> hot = node("hot").load();

        assertThat(guide.thresholds())
                .containsExactly(
                        entry("low cpu", hot.get("cpu").low()),
                        entry("low memory", hot.get("memory").low()),
                        entry("high cpu", hot.get("cpu").high()),
                        entry("high memory", hot.get("memory").high()));
    }

    @Test
    void theUseIsTheSumWithoutTheContainersOfYarn() {
        assertThat(load("hot", "cpu").usage()).isEqualTo(guide.sum("cpu"));
        assertThat(load("hot", "memory").usage()).isEqualTo(guide.sum("memory"));
        assertThat(guide.page()).contains("**25.8** (80.6 %)", "**39.5 GiB** (61.7 %)");
        assertThat(percent(load("hot", "cpu"))).isEqualTo("80.6");
        assertThat(percent(load("hot", "memory"))).isEqualTo("61.7");
    }

    private static String percent(OfResource use) {
        return rounded(100.0 * use.usage() / use.capacity(), 1);
    }

    private static String rounded(double number, int digits) {
        return BigDecimal.valueOf(number)
                .setScale(digits, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    @Test
    void onlyTheColdNodeIsATarget() {
        assertThat(node("hot").loadClass()).isEqualTo(LoadClass.HIGH);
        assertThat(node("cold").loadClass()).isEqualTo(LoadClass.BOTH_LOW);
        assertThat(node("warm").loadClass()).isEqualTo(LoadClass.PROD_LOW);
    }

    @Test
    void podsGoInTheSixthRun() {
        assertThat(RESULTS.subList(0, RUNS - 1))
                .allSatisfy(result -> assertThat(result.pools().get(0).pods()).isEmpty());
        assertThat(guide.evicted()).containsExactly("etl/crunch-b to cold");
        assertThat(guide.page()).contains("so the sixth counts, 50 s after the first");
    }

    @Test
    void aWellRunInBetweenDoesNotSetTheCountBack() {
        WorkedNode node = new WorkedNode();
        LoadMemory memory = LoadMemory.EMPTY;
        for (int i = 0; i <= RUNS; i++) {
            Instant now = WorkedNode.NOW.plusSeconds((long) i * INTERVAL_SECONDS);
            LoadResult result = i == RUNS / 2 ? node.runWell(memory, now) : node.run(memory, now);
            memory = result.memory();
        }

        assertThat(node.evicted()).containsExactly("etl/crunch-b to cold");
        assertThat(node.page()).contains("does not set the count back");
    }

    @Test
    void eachPodStaysForTheCheckOfItsTable() {
        Map<String, String> decided = new LinkedHashMap<>();
        for (OfPod pod : last().pods()) {
            decided.put(pod.pod().key(), pod.evicted() ? "" : pod.check());
        }

        assertThat(decided).containsExactlyInAnyOrderEntriesOf(guide.checks());
    }

    @Test
    void theRoomIsThatOfThePage() {
        long cpu = load("cold", "cpu").high() - load("cold", "cpu").usage();
        long memory = load("cold", "memory").high() - load("cold", "memory").usage();

        assertThat(guide.page())
                .contains(
                        "24 - 6 = " + WorkedNode.cores(cpu) + " cores",
                        "51.2 - 20 = " + WorkedNode.gib(memory) + " GiB",
                        "Room left: " + WorkedNode.cores(cpu - guide.usage("etl/crunch-b", "cpu")) + " cores and "
                                + WorkedNode.gib(memory - guide.usage("etl/crunch-b", "memory")) + " GiB");
    }

    @Test
    void theScoresAreThoseOfThePage() {
        Map<String, Long> excess = Map.of(
                "cpu", load("hot", "cpu").usage() - load("hot", "cpu").high(),
                "memory", load("hot", "memory").usage() - load("hot", "memory").high());

        assertThat(guide.page())
                .contains(
                        "1 / 1.39 + 1 = " + score("etl/crunch-b", excess),
                        "1 / 2.5 + 1 = " + score("etl/crunch-a", excess));
    }

    private static String score(String pod, Map<String, Long> excess) {
        Map<String, Long> usage = Map.of("cpu", guide.usage(pod, "cpu"), "memory", guide.usage(pod, "memory"));
        return rounded(VictimOrder.score(usage, excess, Map.of("cpu", 1L, "memory", 1L)), 2);
    }

    @Test
    void theWorkloadHasItsNextTokenAfterTheTimeOfThePage() {
        Instant now = WorkedNode.NOW;
        EvictionLimits limits = new EvictionLimits(EvictionLimitConfig.of(guide.migration()), now);

        limits.evicted(guide.pod("etl/crunch-b"), guide.workloads(), now);

        assertThat(limits.check(guide.pod("etl/crunch-a"), guide.workloads(), now))
                .map(LimitRefusal::message)
                .contains(
                        "the workload of pod etl/crunch-a has 2 evictions in 300 s, 1 at once; the next one in 150 s");
        assertThat(guide.page()).contains("so the second is due 150 s after the first");
    }
}
