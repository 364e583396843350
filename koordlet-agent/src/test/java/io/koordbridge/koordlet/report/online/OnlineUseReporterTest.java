package io.koordbridge.koordlet.report.online;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.api.document.node.OnlineUseDocument;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.koordlet.app.FakeCluster;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.Annotations;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnlineUseReporterTest {

    private static final Instant START = Instant.ofEpochSecond(1_700_000_000);
    private static final Duration AHEAD = Duration.ofHours(1);
    private static final List<Duration> WINDOWS = List.of(Duration.ofMinutes(5), Duration.ofMinutes(30));

    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private final MetricRegistry metrics = new MetricRegistry();
    private final List<String> problems = new ArrayList<>();
    private final FakeCluster cluster = new FakeCluster();
    private Instant now = START;

    @BeforeEach
    void create() {
        cluster.createNodeMetric(60, 300);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private OnlineUseReporter reporter(OnlineConfig config) {
        return new OnlineUseReporter(
                config, Optional.empty(), cluster.client(), store, time -> time.plus(AHEAD), metrics, problems::add);
    }

    private void pass(int seconds, double cores) {
        for (int i = 0; i < seconds; i++) {
            now = now.plusSeconds(1);
            store.append(Metric.ONLINE_CPU, SampleStore.NODE, now, cores);
            store.append(Metric.ONLINE_MEMORY, SampleStore.NODE, now, 1 << 30);
            store.append(Metric.ONLINE_MEMORY_WITH_PAGE_CACHE, SampleStore.NODE, now, 2L << 30);
        }
    }

    private void report(OnlineUseReporter reporter, Metric memory) {
        reporter.beside(new OnlineUseReporter.Subject(FakeCluster.NODE, 8000, 16L << 30, WINDOWS, memory), now);
    }

    private OnlineUse said() {
        return OnlineUseDocument.of(cluster.nodeMetric()).found().orElseThrow();
    }

    private long count(String status) {
        return metrics.counter(MetricNames.of("koord_koordlet_online_use_writes_total", "status", status))
                .getCount();
    }

    @Test
    void saysNothingBeforeItsWindowIsWatchedAndThenAllThatAre() {
        OnlineUseReporter reporter = reporter(OnlineConfig.DEFAULT);
        pass(800, 2);
        report(reporter, Metric.ONLINE_MEMORY);
        assertThat(cluster.nodeMetric().getMetadata().getAnnotations()).isNullOrEmpty();
        assertThat(reporter.written()).isEmpty();

        pass(20, 2);
        report(reporter, Metric.ONLINE_MEMORY);
        assertThat(said().windows()).extracting(Window::length).containsExactly(WINDOWS.get(0), Duration.ofMinutes(15));
        assertThat(said().at()).isEqualTo(now.plus(AHEAD));
        assertThat(said().windows().get(0).cpuMilli().p95()).isEqualTo(2000);
        assertThat(said().windows().get(0).memoryBytes().mean()).isEqualTo(1 << 30);
        assertThat(reporter.written()).contains(said());

        pass(1000, 2);
        report(reporter, Metric.ONLINE_MEMORY);
        assertThat(said().windows())
                .extracting(Window::length)
                .containsExactly(WINDOWS.get(0), Duration.ofMinutes(15), WINDOWS.get(1));
        assertThat(problems).isEmpty();
    }

    @Test
    void aSteadyNodeWritesOnceInTenReportsAndARiseAtOnce() {
        OnlineUseReporter reporter = reporter(OnlineConfig.DEFAULT);
        pass(1800, 2);
        for (int i = 0; i < 20; i++) {
            report(reporter, Metric.ONLINE_MEMORY);
            pass(60, 2);
        }
        assertThat(count("written")).isEqualTo(2);

        pass(30, 4);
        report(reporter, Metric.ONLINE_MEMORY);
        assertThat(count("written")).isEqualTo(3);
        assertThat(said().windows().get(0).cpuMilli().max()).isEqualTo(4000);
    }

    @Test
    void memoryIsThatOfTheReport() {
        pass(1800, 2);
        report(reporter(OnlineConfig.DEFAULT), Metric.ONLINE_MEMORY_WITH_PAGE_CACHE);

        assertThat(said().windows().get(0).memoryBytes().max()).isEqualTo(2L << 30);
    }

    @Test
    void itIsTakenAwayWhenBatchWorkCannotBeToldApartAnyMore() {
        OnlineUseReporter reporter = reporter(OnlineConfig.DEFAULT);
        pass(1800, 2);
        report(reporter, Metric.ONLINE_MEMORY);
        now = now.plus(Duration.ofMinutes(3));
        report(reporter, Metric.ONLINE_MEMORY);

        assertThat(OnlineUseDocument.of(cluster.nodeMetric()).isAbsent()).isTrue();
        assertThat(count("removed")).isEqualTo(1);
        report(reporter, Metric.ONLINE_MEMORY);
        assertThat(count("removed")).isEqualTo(1);
    }

    /** Else each roll-out of agents would be a quarter of an hour in which the manager estimates in another way. */
    @Test
    void afterARestartTheAnnotationStaysUntilTheNewProcessKnowsBetter() {
        pass(1800, 2);
        report(reporter(OnlineConfig.DEFAULT), Metric.ONLINE_MEMORY);
        OnlineUse before = said();
        SampleStore empty = new SampleStore(StoreLimits.DEFAULT);
        OnlineUseReporter restarted = new OnlineUseReporter(
                OnlineConfig.DEFAULT,
                Optional.empty(),
                cluster.client(),
                empty,
                time -> time.plus(AHEAD),
                metrics,
                problems::add);
        now = now.plusSeconds(60);
        report(restarted, Metric.ONLINE_MEMORY);

        assertThat(said()).isEqualTo(before);
        assertThat(restarted.written()).isEmpty();
    }

    @Test
    void aFailureIsToldOnceAndTriedAgain() {
        OnlineUseReporter reporter = reporter(OnlineConfig.DEFAULT);
        pass(1800, 2);
        cluster.client().resource(cluster.nodeMetric()).delete();
        report(reporter, Metric.ONLINE_MEMORY);
        report(reporter, Metric.ONLINE_MEMORY);
        assertThat(problems).singleElement().asString().contains(Annotations.NODE_METRIC_ONLINE_USE);
        assertThat(count("failed")).isEqualTo(2);
        assertThat(reporter.written()).isEmpty();

        cluster.createNodeMetric(60, 300);
        report(reporter, Metric.ONLINE_MEMORY);
        assertThat(said().windows()).hasSize(3);
    }

    @Test
    void othersAnnotationsAndTheStatusStay() {
        var metric = cluster.nodeMetric();
        metric.getMetadata().setAnnotations(Map.of("other", "one"));
        metric.setStatus(new NodeMetricStatus(START, null, List.of(), List.of(), null, null));
        cluster.client().resource(metric).update();
        pass(1800, 2);
        report(reporter(OnlineConfig.DEFAULT), Metric.ONLINE_MEMORY);

        assertThat(cluster.nodeMetric().getMetadata().getAnnotations()).containsEntry("other", "one");
        assertThat(cluster.nodeMetric().getStatus().updateTime()).isEqualTo(START);
        assertThat(cluster.nodeMetric().getSpec().metricCollectPolicy()).isNotNull();
    }

    @Test
    void switchedOffItWritesNothing() {
        pass(1800, 2);
        report(reporter(new OnlineConfig(false, 0, null, 0)), Metric.ONLINE_MEMORY);

        assertThat(cluster.nodeMetric().getMetadata().getAnnotations()).isNullOrEmpty();
    }

    @Test
    void whatTheTimeOfDayLeadsToExpectIsWrittenWithIt(@TempDir Path directory) {
        DayForecast days = new DayForecast(OnlineConfig.DEFAULT, store, directory, time -> time, problems::add);
        days.follow(Metric.ONLINE_MEMORY);
        NodeView view = DayForecastTest.VIEW;
        for (Instant end = START.plus(Duration.ofDays(3)); now.isBefore(end); ) {
            int hour = now.atOffset(ZoneOffset.UTC).getHour();
            pass(1, hour >= 8 && hour < 18 ? 5 : 1);
            now = now.plusSeconds(59);
            days.round(view, now);
        }
        OnlineUseReporter reporter = new OnlineUseReporter(
                OnlineConfig.DEFAULT, Optional.of(days), cluster.client(), store, time -> time, metrics, problems::add);
        pass(1800, 1);
        days.round(view, now);
        report(reporter, Metric.ONLINE_MEMORY);

        assertThat(said().forecast()).isEqualTo(days.of(8000, 16L << 30, now).orElseThrow());
        assertThat(metrics.getGauges()
                        .get("koord_koordlet_online_forecast_milli_cpu")
                        .getValue())
                .isEqualTo((double) said().forecast().cpuMilli());
    }
}
