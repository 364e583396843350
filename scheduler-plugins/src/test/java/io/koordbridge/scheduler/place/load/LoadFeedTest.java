package io.koordbridge.scheduler.place.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.conformance.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadFeedTest {

    private static final Instant NOW = Instant.parse("2026-01-15T08:00:00Z");

    private LoadCase given = new LoadCase(new LoadArgs(), NOW);
    private final PodFacts pod = given.ledger.shared(Samples.batchPodFacts("p", 500, "1Gi"));

    @BeforeEach
    void oneNode() {
        node("{}");
    }

    private void node(String annotations) {
        given.node(tree(
                "{'metadata':{'name':'n1','annotations':%s},'status':{'allocatable':{'cpu':'10','memory':'100Gi'}}}"
                        .formatted(annotations)));
    }

    private void report(String status) {
        given.report(tree("{'metadata':{'name':'n1'},'status':%s}".formatted(status)));
    }

    private static String usage(String time, String cpu) {
        return "{%s'nodeMetric':{'nodeUsage':{'resources':{'cpu':'%s','memory':'1Gi'}}}}"
                .formatted(time.isEmpty() ? "" : "'updateTime':'" + time + "',", cpu);
    }

    private static JsonNode tree(String text) {
        try {
            return Json.MAPPER.readTree(text.replace('\'', '"'));
        } catch (com.fasterxml.jackson.core.JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private FitResult verdict() {
        return given.args.plugin().answer(pod.shape(), given.view("n1")).fit();
    }

    private long score() {
        return given.args.plugin().answer(pod.shape(), given.view("n1")).score().orElseThrow();
    }

    @Test
    void anExpiryIsAnEventThatMakesANewSnapshot() {
        report(usage("2026-01-15T07:59:00Z", "1"));
        assertThat(verdict().fits()).isTrue();

        given.at(NOW.plus(Duration.ofSeconds(119)));
        assertThat(verdict().fits()).isTrue();
        given.at(NOW.plus(Duration.ofMinutes(2)));

        assertThat(verdict().reasons()).containsExactly(LoadFilter.EXPIRED);
        report(usage("2026-01-15T08:02:00Z", "1"));
        assertThat(verdict().fits()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'enableScheduleWhenNodeMetricsExpired':true} | ",
                "{'filterExpiredNodeMetrics':false} | node(s) cpu usage exceed threshold",
                "{'filterExpiredNodeMetrics':false,'enableScheduleWhenNodeMetricsExpired':true} | node(s) cpu usage exceed threshold",
                "{} | node(s) nodeMetric expired"
            })
    void aReportThatIsTooOldMeansWhatTheArgumentsSay(String args, @Nullable String reason) {
        given = new LoadCase(LoadCase.args(tree(args)), NOW);
        oneNode();
        report(usage("2026-01-15T07:56:40Z", "9"));

        assertThat(verdict().reasons()).isEqualTo(reason == null ? List.of() : List.of(reason));
    }

    @Test
    void aPodsOwnFactorsCountForResourcesWithoutAConfiguredOne() {
        given = new LoadCase(
                LoadCase.args(
                        tree(
                                "{'usageThresholds':{'example.com/foo':50},'allowCustomizeEstimation':true,'filterExpiredNodeMetrics':false}")),
                NOW);
        given.node(tree("{'metadata':{'name':'n1'},'status':{'allocatable':{'cpu':'10','example.com/foo':'100'}}}"));
        report(usage("2026-01-15T08:00:00Z", "1"));
        Pod object = Samples.pod("foo", Map.of("cpu", "1", "example.com/foo", "60"));
        assertThat(verdict(object).fits()).isTrue();

        object.getMetadata().setAnnotations(Map.of(Annotations.POD_LOAD_FACTORS, "{\"example.com/foo\":100}"));
        assertThat(verdict(object).reasons()).containsExactly("node(s) example.com/foo usage exceed threshold");
    }

    private FitResult verdict(Pod object) {
        return given.args
                .plugin()
                .answer(PodFactsReader.read(object).shape(), given.view("n1"))
                .fit();
    }

    @Test
    void aReportWithoutTimeKeepsTheTimeOfTheOneBefore() {
        report(usage("2026-01-15T07:59:00Z", "1"));
        report(usage("", "9"));

        assertThat(verdict().reasons()).containsExactly("node(s) cpu usage exceed threshold");
        given.at(NOW.plus(Duration.ofMinutes(2)));
        assertThat(verdict().reasons()).containsExactly(LoadFilter.EXPIRED);
    }

    @Test
    void aReportFromTheFutureCountsAsTooOld() {
        report(usage("2026-01-15T08:02:00Z", "1"));

        assertThat(verdict().reasons()).containsExactly(LoadFilter.EXPIRED);
        assertThat(given.problems)
                .singleElement()
                .asString()
                .contains("status.updateTime is in the future: 2026-01-15T08:02:00Z", "2026-01-15T08:01:00Z at most");
    }

    @Test
    void aReportWithoutUsageIsNeverIdle() {
        report("{'updateTime':'2026-01-15T08:00:00Z','nodeMetric':{'nodeUsage':{'resources':{}}}}");

        assertThat(score()).isZero();
        assertThat(given.problems).singleElement().asString().contains("nodeUsage says nothing");
    }

    @Test
    void aNegativeOrPartialUsageOfTheNodeNeverMakesItIdle() {
        String time = "{'updateTime':'2026-01-15T08:00:00Z','nodeMetric':{";
        for (String bad : List.of(
                "'nodeUsage':{'resources':{'cpu':'-9','memory':'1Gi'}}",
                "'nodeUsage':{'resources':{'memory':'1Gi'}}",
                "'nodeUsage':{'resources':{}}",
                "'nodeUsage':{'resources':{'cpu':'x','memory':'1Gi'}}",
                "'nodeUsage':{'resources':{'cpu':'1','memory':'1Gi'}},"
                        + "'systemUsage':{'resources':{'cpu':'-1','memory':'1Gi'}}")) {
            report(usage("2026-01-15T07:59:00Z", "9"));
            report(time + bad + "}}");

            assertThat(verdict().reasons()).as(bad).containsExactly("node(s) cpu usage exceed threshold");
            assertThat(given.problems.toString()).as(bad).contains("the report before it stays");
            given.problems.clear();
        }

        given.at(NOW.plus(Duration.ofMinutes(2)));
        assertThat(verdict().reasons()).as("it grows old").containsExactly(LoadFilter.EXPIRED);
    }

    @Test
    void aPodWithoutWholeUsageCountsAsNotReported() {
        PodFacts bound = Samples.batchPodFacts("large", 4_000, "1Gi").scheduledAt(NOW.minus(Duration.ofHours(1)));
        Samples.assume(given.ledger, bound, "n1", NOW);
        String report =
                "{'updateTime':'2026-01-15T08:00:00Z','nodeMetric':{'nodeUsage':{'resources':{'cpu':'1','memory':'1Gi'}}},"
                        + "'podsMetric':[{'name':'large','namespace':'%s','podUsage':{'resources':{%s}}}]}";

        for (String resources : List.of("", "'memory':'1Gi'", "'cpu':'-1','memory':'1Gi'", "'cpu':'1'")) {
            report(report.formatted(bound.key().split("/")[0], resources));
            assertThat(NodeLoad.of(given.view("n1"), given.rules).nodeDelta().get("cpu"))
                    .as(resources)
                    .isEqualTo(3_400);
        }
        report(report.formatted(bound.key().split("/")[0], "'cpu':'1','memory':'1Gi'"));
        assertThat(NodeLoad.of(given.view("n1"), given.rules).nodeDelta().get("cpu"))
                .isZero();
    }

    @Test
    void podsOfAReportThatDoNotExistCountAsUsageOfTheNodeOnly() {
        String report = "{'updateTime':'2026-01-15T%s:00Z','nodeMetric':{'nodeUsage':{'resources':{'cpu':'1'}}},"
                + "'podsMetric':[{'name':'gone','namespace':'x','priority':'koord-prod',"
                + "'podUsage':{'resources':{'cpu':'9','memory':'1Gi'}}}]}";
        report(report.formatted("07:59"));

        NodeLoad load = NodeLoad.of(given.view("n1"), given.rules);
        assertThat(load.ofNode(null).get("cpu")).isEqualTo(1_000);
        assertThat(load.ofProd().isZero()).isTrue();
        assertThat(given.problems).as("it may have left since").isEmpty();

        report(report.formatted("07:59"));
        assertThat(given.problems).as("the same report").isEmpty();
        report(report.formatted("08:00"));
        assertThat(given.problems)
                .singleElement()
                .asString()
                .contains("status.podsMetric: x/gone", "allowed are pods that are bound to it");
    }

    @Test
    void thresholdsThatAreNotAllowedLeaveTheConfiguredOnes() {
        node("{'scheduling.koordinator.sh/usage-thresholds':"
                + "'{\\'usageThresholds\\':{\\'cpu\\':101},\\'prodUsageThresholds\\':{\\'cpu\\':-1}}'}");
        report(usage("2026-01-15T08:00:00Z", "9"));

        assertThat(verdict().reasons()).containsExactly("node(s) cpu usage exceed threshold");
        assertThat(given.problems)
                .singleElement()
                .asString()
                .contains("Node/n1", "usageThresholds.cpu: '101'", "prodUsageThresholds.cpu: '-1'", "from 0 to 100");
    }

    @Test
    void thresholdsOfANodeReplaceTheConfiguredOnes() {
        node("{'scheduling.koordinator.sh/usage-thresholds':'{\\'usageThresholds\\':{\\'cpu\\':99}}'}");
        report(usage("2026-01-15T08:00:00Z", "9"));

        assertThat(verdict().fits()).isTrue();
    }

    @Test
    void aPodUnderWayCountsBeforeAnyReportShowsIt() {
        report(usage("2026-01-15T08:00:00Z", "6"));
        PodFacts large = Samples.batchPodFacts("large", 4_000, "1Gi");
        assertThat(verdict().fits()).isTrue();

        Samples.assume(given.ledger, large.scheduledAt(NOW), "n1", NOW);

        assertThat(verdict().reasons()).containsExactly("node(s) cpu usage exceed threshold");
        assertThat(given.args.plugin().details(pod.shape(), given.view("n1")))
                .containsExactly(
                        "load: cpu 9825 of 10000 with this pod, 98 %, threshold 65 %; reported 6000, expected of pods 3400",
                        "load: memory %d of %d with this pod, 2 %%, threshold 95 %%; reported %d, expected of pods %d"
                                .formatted((1L << 30) + 2 * 751_619_277L, 100L << 30, 1L << 30, 751_619_277L));
    }

    @Test
    void aNodeThatIsGoneKeepsNoThresholds() {
        node("{'scheduling.koordinator.sh/usage-thresholds':'{\\'usageThresholds\\':{\\'cpu\\':99}}'}");
        given.feed.nodeGone("n1");
        report(usage("2026-01-15T08:00:00Z", "9"));

        assertThat(verdict().fits()).isFalse();
    }
}
