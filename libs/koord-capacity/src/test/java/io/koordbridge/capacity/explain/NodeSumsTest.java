package io.koordbridge.capacity.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.DemandFixtures;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Sum;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NodeSumsTest {

    private static final Instant REPORTED = Instant.parse("2026-03-01T09:59:50Z");

    @Test
    void aNodeReadsAsASum() {
        Sum sum = sums("{\"enable\": true, \"batchCPUThresholdPercent\": 50}", "1.25")
                .get(0);

        assertThat(sum.resource()).isEqualTo("kubernetes.io/batch-cpu");
        assertThat(sum.steps())
                .extracting(NodeSumsTest::line)
                .containsExactly(
                        " capacity 16000 | Node/n status.capacity",
                        "- margin 6400 | cpuReclaimThresholdPercent 60 (cluster)",
                        "- system 1500 | the larger of used + host applications and reserved",
                        "- high-priority pods, used 3000.5 | 1 pods, 0 without metric",
                        "+ rounded up 0.5 | whole milli-cpu",
                        "= left for batch 5100 | policy usage",
                        "<= upper limit 8000 | batchCPUThresholdPercent 50 (cluster)",
                        "= batch 5100 | ",
                        "x normalization 1.25 | Node/n annotation node.koordinator.sh/cpu-normalization-ratio",
                        "= origin 6375 | Node/n annotation node.koordinator.sh/originExtendedAllocatable",
                        "- third parties 375 | Node/n annotation node.koordinator.sh/thirdPartyAllocations",
                        "= for pods 6000 | Node/n status.allocatable");
        assertThat(sum.steps().get(2).parts())
                .extracting(NodeSumsTest::line)
                .containsExactly(
                        "+ system, used 1500 | NodeMetric/n systemUsage",
                        "+ host applications 0 | NodeMetric/n hostApplicationMetric of class prod and mid",
                        "+ reserved by the kubelet 0 | Node/n status.capacity - status.allocatable",
                        "+ reserved by annotation 0 | Node/n annotation node.koordinator.sh/reservation");
        assertThat(sum.steps().get(2).measuredAt()).isEqualTo(REPORTED);
    }

    @Test
    void aSumNamesPodsWhoseUsageIsBad() {
        NodeTerms terms = terms("{\"enable\": true}", "1", new CpuMemory(-1, 1L << 40));

        assertThat(NodeSums.ofBatch(terms).get(0).steps())
                .extracting(NodeSumsTest::line)
                .contains(
                        "- high-priority pods, used 8000 | 1 pods, 0 without metric, 1 with bad usage, whose request counts");
    }

    @Test
    void dampingSaysWhatIsPublishedInsteadAndWhenMoreComes() {
        Sum sum = sums("""
                {"enable": true, "extensions": {"damping": {"growStepPercent": 10, "growIntervalSeconds": 90}}}
                """, "1").get(0);

        assertThat(sum.steps())
                .extracting(NodeSumsTest::line)
                .contains(
                        "- damping 3500 | one step of growth, 10 % of the node each 90 s, next step at 2026-03-01T10:01:30Z",
                        "= batch 1600 | ");
    }

    @Test
    void dampingOfMidSaysTheSame() {
        Sum sum = sums("""
                {"enable": true, "midUnallocatedPercent": 100, "midCPUThresholdPercent": 40, "extensions": {"damping": {
                 "midCPUOversellLimitPercent": 100,
                 "mid": {"growStepPercent": 5}}}}
                """, "1").get(2);

        assertThat(sum.steps())
                .extracting(NodeSumsTest::line)
                .containsSequence(
                        "<= upper limit 6400 | midCPUThresholdPercent 40 (cluster)",
                        "= left for mid 6400 | ",
                        "<= upper limit of oversell 8000 | midCPUOversellLimitPercent 100 of capacity less requests of"
                                + " prod pods (cluster)",
                        "- damping 5600 | one step of growth, 5 % of the node each 60 s, next step at 2026-03-01T10:01:00Z",
                        "= mid 800 | Node/n status.allocatable");
    }

    @Test
    void aZoneReadsAsASumOfItsOwn() {
        NodeTerms terms = terms("""
                {"enable": true, "extensions": {"damping": {"growStepPercent": 5}}}
                """, "1.25");

        Sum sum = NodeSums.of(terms, BatchCapacity.of(terms).zones().get(0)).get(0);

        assertThat(sum.steps())
                .extracting(NodeSumsTest::line)
                .containsExactly(
                        " capacity 16000 | NodeResourceTopology/n zone node-0 allocatable",
                        "- margin 6400 | cpuReclaimThresholdPercent 60 (cluster)",
                        "- system 500 | the larger of used + host applications and reserved",
                        "- high-priority pods, used 1001 | 1 pods, 0 without metric",
                        "= left for batch 8099 | policy usage",
                        "- share of the node's 7832 | all zones together offer no more than the node",
                        "= batch 267 | ",
                        "x normalization 1.25 | Node/n annotation node.koordinator.sh/cpu-normalization-ratio",
                        "= for pods in the zone 333.75 | NodeResourceTopology/n zone node-0");
    }

    @Test
    void whatIsRemovedHasAReasonAndNoLines() {
        Sum sum = sums("{\"enable\": false}", "1").get(0);

        assertThat(sum.steps()).isEmpty();
        assertThat(sum.result()).isNull();
        assertThat(sum.reason()).isEqualTo("COLOCATION_DISABLED");
    }

    private static List<Sum> sums(String strategy, String ratio) {
        return sums(terms(strategy, ratio));
    }

    /** Sums of batch and mid capacity. */
    static List<Sum> sums(NodeTerms terms) {
        return Stream.of(StageNames.BATCH_RESOURCE, StageNames.MID_RESOURCE)
                .flatMap(stage -> terms.sums(stage).stream())
                .toList();
    }

    private static NodeTerms terms(String strategy, String ratio) {
        return terms(strategy, ratio, new CpuMemory(3_000_500_000L, 1L << 40));
    }

    private static NodeTerms terms(String strategy, String ratio, CpuMemory used) {
        Map<String, Quantity> resources = Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi"));
        NodeUsage usage = DemandFixtures.report(
                REPORTED, CpuMemory.ofMilliAndBytes(1_500, 1L << 30), List.of(new PodUsage("ns/p", used, false)));
        return NodeSumsProperties.plan(
                        new NodeBuilder()
                                .withNewMetadata()
                                .withName("n")
                                .addToAnnotations("node.koordinator.sh/cpu-normalization-ratio", ratio)
                                .endMetadata()
                                .withNewStatus()
                                .withCapacity(resources)
                                .withAllocatable(resources)
                                .endStatus()
                                .build(),
                        strategy,
                        usage,
                        List.of(DemandFixtures.prod("p", CpuMemory.ofMilliAndBytes(8_000, 8L << 30))),
                        new ThirdPartyShare(375_000, 0, ThirdPartyShare.Source.ANNOTATION))
                .terms();
    }

    private static String line(Step step) {
        return step.sign().text() + " " + step.name() + " "
                + step.value().stripTrailingZeros().toPlainString() + " | " + step.source();
    }
}
