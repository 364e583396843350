package io.koordbridge.colo.plan.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.plan.recording.Recording;
import io.koordbridge.colo.plan.recording.Traces;
import io.koordbridge.replay.NodeTrace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PrometheusSourceTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final long END = NOW.getEpochSecond();
    private static final String A = "\"node\":\"a\",\"instance\":\"10.0.0.1:10250\"";

    private final FakePrometheus prometheus = new FakePrometheus();
    private final List<String> progress = new ArrayList<>();

    @AfterEach
    void close() {
        prometheus.close();
    }

    private Recording read(Duration from) {
        return read(from, false);
    }

    private Recording read(Duration from, boolean subtract) {
        return new PrometheusSource(prometheus.client(), NodeNames.by(""), "", from, Duration.ofMinutes(1))
                .read(NOW.plusSeconds(17), subtract, progress::add);
    }

    @Test
    void readsTheNodeExporter() {
        prometheus.exporter("\"instance\":\"10.0.0.1:9100\"", time -> time == END ? 2 : 1);

        Recording recording = read(Duration.ofHours(1));

        NodeTrace node = recording.nodes().get(0);
        assertThat(node.node()).isEqualTo("10.0.0.1");
        assertThat(node.size().milliCpu()).isEqualTo(4_000);
        assertThat(node.size().bytes()).isEqualTo(8L << 30);
        assertThat(Traces.epochSeconds(node))
                .hasSize(61)
                .startsWith(END - 3_600)
                .endsWith(END);
        assertThat(Traces.cpuPercent(node)).startsWith(25).endsWith(50);
        assertThat(Traces.memoryPercent(node)).startsWith(25);
        assertThat(progress).last().asString().contains("node exporter: 100 %");
    }

    @Test
    void prefersTheExporterAndReadsOtherNodesFromCadvisor() {
        prometheus
                .exporter("\"instance\":\"10.0.0.1:9100\"", time -> 1)
                .kubelet(A, time -> 3)
                .kubelet("\"node\":\"b\",\"instance\":\"10.0.0.2:10250\"", time -> 2);

        Recording recording = read(Duration.ofHours(1));

        assertThat(recording.names()).containsExactly("a", "b");
        assertThat(Traces.cpuPercent(recording.nodes().get(0))).startsWith(25);
        assertThat(Traces.cpuPercent(recording.nodes().get(1))).startsWith(50);
        assertThat(Traces.memoryPercent(recording.nodes().get(1))).startsWith(12.5);
        assertThat(recording.notes()).anyMatch(note -> note.contains("read from cAdvisor: b"));
    }

    @Test
    void leavesOutMachinesThatAreNoNodes() {
        prometheus
                .kubelet(A, time -> 1)
                .exporter("\"instance\":\"10.0.0.1:9100\"", time -> 1)
                .exporter("\"instance\":\"database:9100\"", time -> 4);

        Recording recording = read(Duration.ofHours(1));

        assertThat(recording.names()).containsExactly("a");
        assertThat(recording.notes()).anyMatch(note -> note.contains("machine_cpu_cores") && note.endsWith("database"));
    }

    @Test
    void neverAsksForMoreThanPrometheusGives() {
        prometheus.exporter(A, time -> 1);

        Recording recording = read(Duration.ofDays(10));

        // The stand-in refuses more than 11,000 points, as Prometheus does.
        assertThat(Traces.epochSeconds(recording.nodes().get(0))).hasSize(14_401);
        assertThat(prometheus.asked()).filteredOn(one -> one.contains("mode=~")).hasSize(2);
    }

    @Test
    void aGapInTheSeriesIsAGapInTheSamples() {
        prometheus.exporter(A, time -> time < END - 1_800 ? Double.NaN : 1);

        Recording recording = read(Duration.ofHours(24));

        assertThat(Traces.epochSeconds(recording.nodes().get(0))).hasSize(31);
        assertThat(recording.notes()).anyMatch(note -> note.contains("samples begin at 2026-11-30T11:30:00Z"));
    }

    @Test
    void theWindowOfRatesFollowsTheScrapes() {
        prometheus.series("count_over_time", "", time -> 2).exporter(A, time -> 1);

        Recording recording = read(Duration.ofHours(1));

        assertThat(prometheus.asked()).anyMatch(one -> one.contains("mode=~") && one.contains("[150s]"));
        assertThat(recording.notes()).anyMatch(note -> note.contains("mean of 150 s"));
    }

    @Test
    void subtractsTheBestEffortTierWhereBatchIsOfferedAlready() {
        prometheus
                .series("kube_node_status_allocatable", "\"node\":\"a\"", time -> 8)
                .series("besteffort", A, time -> 1)
                .series("besteffort", "\"node\":\"b\",\"instance\":\"10.0.0.2:10250\"", time -> 1)
                .kubelet(A, time -> 3)
                .kubelet("\"node\":\"b\",\"instance\":\"10.0.0.2:10250\"", time -> 3);

        Recording recording = read(Duration.ofHours(1));

        assertThat(Traces.cpuPercent(recording.nodes().get(0))).startsWith(50);
        assertThat(Traces.cpuPercent(recording.nodes().get(1))).startsWith(75);
        assertThat(recording.notes()).anyMatch(note -> note.contains("best-effort tier uses is subtracted, on a"));
        assertThat(Traces.cpuPercent(read(Duration.ofHours(1), true).nodes().get(1)))
                .startsWith(50.0);
    }

    @Test
    void saysWhereBatchWorkCannotBeToldFromOnlineWork() {
        prometheus
                .series("kube_node_status_allocatable", "\"node\":\"a\"", time -> 8)
                .kubelet(A, time -> 3);

        assertThat(read(Duration.ofHours(1)).notes()).anyMatch(note -> note.contains("counts as online on a"));
    }

    @Test
    void namesTheSeriesThatAreMissingAndWhoServesThem() {
        assertThatThrownBy(() -> read(Duration.ofHours(1)))
                .isInstanceOf(AnswerException.class)
                .hasMessageContainingAll("node_cpu_seconds_total", "machine_cpu_cores", "/metrics/cadvisor");
        prometheus.series("machine_cpu_cores", A, time -> 4);
        assertThatThrownBy(() -> read(Duration.ofHours(1)))
                .hasMessageContainingAll("node_memory_MemTotal_bytes", "machine_memory_bytes");
        prometheus.series("machine_memory_bytes", A, time -> 8L << 30);
        assertThatThrownBy(() -> read(Duration.ofHours(1)))
                .hasMessageContainingAll("container_cpu_usage_seconds_total{id=\"/\"}");
    }

    /** Counters that break, and two series of one node. */
    @Test
    void whatIsNoAmountIsAGapAndOfSeveralSeriesTheLargestCounts() {
        prometheus
                .kubelet(A, time -> time == END ? -1 : time == END - 60 ? Double.NaN : 1)
                .series("container_cpu_usage_seconds_total{id=\"/\"", A, time -> time == END - 120 ? 1e308 : 0.5);

        NodeTrace node = read(Duration.ofMinutes(10)).nodes().get(0);

        assertThat(Traces.epochSeconds(node)).hasSize(11);
        assertThat(Traces.cpuPercent(node)).endsWith(25.0, 100.0, 12.5, 12.5);
    }

    @Test
    void aTimeWithoutAnyAmountIsAGap() {
        prometheus.kubelet(A, time -> time >= END - 300 ? -1 : 1);

        assertThat(Traces.epochSeconds(read(Duration.ofMinutes(10)).nodes().get(0)))
                .hasSize(5)
                .endsWith(END - 360);
    }

    @Test
    void moreSamplesThanFitIntoMemoryAreNotAskedFor() {
        prometheus.kubelet(A, time -> 1).kubelet("\"node\":\"b\"", time -> 1);
        PrometheusSource source = new PrometheusSource(
                prometheus.client(), NodeNames.by(""), "", Duration.ofDays(365), Duration.ofSeconds(1));

        assertThatThrownBy(() -> source.read(NOW, false, progress::add))
                .isInstanceOf(AnswerException.class)
                .hasMessageContainingAll("2 nodes with 31536001 samples each are more than 25 million", "--step");
        assertThat(prometheus.asked()).noneMatch(query -> query.contains("rate("));
    }
}
