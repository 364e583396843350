package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.ReportFault;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.testkit.conformance.Json;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportReadingTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(60);
    private static final Instant AHEAD = NOW.plus(Duration.ofDays(365));
    private static final String GOOD = "{'cpu':'1','memory':'1Gi'}";
    private static final String NEGATIVE = "{'cpu':'-30','memory':'1Gi'}";
    private static final String NO_CPU = "{'memory':'1Gi'}";

    private static NodeMetricStatus status(Instant at, String node, String system, String pods, String host) {
        String text = "{'updateTime':'%s','nodeMetric':{'nodeUsage':{'resources':%s},'systemUsage':{'resources':%s}},"
                        .formatted(at, node, system)
                + "'podsMetric':[%s],'hostApplicationMetric':[{'name':'h','priority':'koord-prod','usage':{'resources':%s}}]}"
                        .formatted(pods, host);
        try {
            return Json.as(Json.MAPPER.readTree(text.replace('\'', '"')), NodeMetricStatus.class);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static String pod(String usage) {
        return "{'namespace':'ns','name':'p','priority':'koord-prod','podUsage':{'resources':%s}}".formatted(usage);
    }

    private static NodeMetricStatus good(Instant at) {
        return status(at, GOOD, GOOD, pod(GOOD), GOOD);
    }

    private static ReportReading read(@Nullable ReportReading before, NodeMetricStatus status, Instant now) {
        return ReportReading.of(before, null, status, Decoded.absent(), now);
    }

    @Test
    void anotherWriteOfTheSameReportDoesNotRenewIt() {
        ReportReading first = read(null, good(AHEAD), NOW);
        NodeMetricSpec spec = new NodeMetricSpec(null);

        ReportReading listed = ReportReading.of(first, spec, good(AHEAD), Decoded.absent(), LATER);
        ReportReading next = read(listed, good(AHEAD.plusSeconds(60)), LATER);

        assertThat(first.report().seenAt()).isEqualTo(NOW);
        assertThat(listed.report().seenAt()).isEqualTo(NOW);
        assertThat(listed.report().usage().updateTime()).isEqualTo(NOW);
        assertThat(listed.report().spec()).isEqualTo(spec);
        assertThat(next.report().seenAt()).isEqualTo(LATER);
    }

    @Test
    void negativeUsageOfNodeSystemOrHostLeavesTheLastReport() {
        for (NodeMetricStatus bad : new NodeMetricStatus[] {
            status(LATER, NEGATIVE, GOOD, pod(GOOD), GOOD),
            status(LATER, GOOD, NEGATIVE, pod(GOOD), GOOD),
            status(LATER, GOOD, GOOD, pod(GOOD), NEGATIVE),
            status(LATER, GOOD, GOOD, pod("{'cpu':'many'}"), GOOD),
            status(LATER, GOOD, NO_CPU, pod(GOOD), GOOD),
            status(LATER, GOOD, GOOD, pod(GOOD), NO_CPU),
            status(LATER, GOOD, GOOD, pod(GOOD) + "," + pod("{'cpu':'0','memory':'0'}"), GOOD)
        }) {
            ReportReading first = read(null, good(NOW), NOW);

            ReportReading second = read(first, bad, LATER);
            ReportReading third = read(second, bad, LATER.plusSeconds(60));

            assertThat(second.problem()).isPresent();
            assertThat(third.report()).isEqualTo(first.report());
            assertThat(read(third, good(LATER), LATER).report().usage().updateTime())
                    .isEqualTo(LATER);
        }
    }

    @Test
    void withoutALastReportANegativeOneOffersNothing() {
        NodeUsage negative = read(null, status(NOW, GOOD, NEGATIVE, pod(GOOD), GOOD), NOW)
                .report()
                .usage();
        NodeUsage unreadable = read(null, status(NOW, GOOD, GOOD, pod("{'cpu':'many'}"), GOOD), NOW)
                .report()
                .usage();

        assertThat(negative.hasNodeMetric()).isFalse();
        assertThat(unreadable).isEqualTo(NodeUsage.NEVER_REPORTED);
    }

    @Test
    void withoutALastReportOneThatLacksTheSystemCountsAsRecorded() {
        ReportReading first = read(null, status(NOW, GOOD, NO_CPU, pod(GOOD), GOOD), NOW);
        ReportReading second = read(first, status(LATER, GOOD, NO_CPU, pod(GOOD), GOOD), LATER);

        assertThat(first.good()).isFalse();
        assertThat(second.report().usage().hasNodeMetric()).isTrue();
        assertThat(second.report().usage().updateTime()).isEqualTo(LATER);
        assertThat(second.report().usage().system().nanoCpu()).isZero();
    }

    @Test
    void aBadUsageOfAPodLeavesTheRestOfTheReport() {
        ReportReading first = read(null, good(NOW), NOW);

        ReportReading second = read(first, status(LATER, GOOD, GOOD, pod(NEGATIVE), GOOD), LATER);

        assertThat(second.problem()).map(ReportFault::onlyOfPod).contains(true);
        assertThat(second.good()).isTrue();
        assertThat(second.report().usage().updateTime()).isEqualTo(LATER);
        assertThat(second.report().usage().pods().get(0).of(CpuMemory.ofMilliAndBytes(7_000, 1)))
                .isEqualTo(CpuMemory.ofMilliAndBytes(7_000, 1L << 30));
    }

    @Test
    void theReportOfAPredecessorDoesNotCountForANewNode() {
        ReportReading of = read(null, good(NOW), NOW).withoutNode();

        ReportReading listed = read(of, good(NOW), LATER);
        ReportReading next = read(listed.withoutNode(), good(LATER), LATER);

        assertThat(of.report().usage().updateTime()).isNull();
        assertThat(listed.report().usage().updateTime()).isNull();
        assertThat(listed.withoutNode()).isEqualTo(listed);
        assertThat(next.report().usage().updateTime()).isEqualTo(LATER);
        assertThat(next.good()).isTrue();
    }

    @Test
    void aNodeMetricWithoutStatusIsOneThatNeverReported() {
        ReportReading reading = ReportReading.of(null, null, null, Decoded.absent(), NOW);

        assertThat(reading.problem()).isEmpty();
        assertThat(reading.report().usage().updateTime()).isNull();
    }
}
