package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.lab.prometheus.PrometheusServer;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Prometheus says of YARN's amounts is right while the leader is killed and while the ResourceManager starts again. */
@Tag("long")
class PrometheusFailoverIT {

    private static final String[] SETTINGS = {
        "amounts.readInterval=1s", "amounts.newSeriesAtZero=15s", "lease.times.drain=1s", "lease.keepLargest.nodes=0"
    };
    private static final String PREEMPTED = "koord_yarn_containers_lost_total{reason=\"preempted\"}";
    private static final String CORE_SECONDS = "koord_yarn_core_seconds_total{queue=\"root.default\",pool=\"default\"}";
    /** As long as the test at most. */
    private static final String EVER = "[1h]";

    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    private OperatorScene scene;
    private PrometheusServer prometheus;
    private double counted;

    private double value(String query) {
        return prometheus
                .value(query)
                .orElseThrow(() -> new AssertionError(query + " has no value: " + prometheus.logTail()));
    }

    private void awaitValue(String query, double expected) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(prometheus.value(query)).as(query).isEqualTo(OptionalDouble.of(expected)));
    }

    /** By the ResourceManager's own count, in which a container is again with each heartbeat until it has ended. */
    private long preempted() {
        URI uri = scene.resourceManager()
                .rest()
                .base()
                .resolve("/jmx?qry=Hadoop:service=ResourceManager,name=QueueMetrics,q0=root");
        try (InputStream in = uri.toURL().openStream()) {
            JsonNode answer = new ObjectMapper().readTree(in);
            return answer.at("/beans/0/AggregateContainersPreempted").asLong();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What all replicas counted, by what each showed last. */
    private double coreSeconds() {
        double now = value("sum(max_over_time(" + CORE_SECONDS + EVER + "))");
        assertThat(now).as("a sum of counters never falls").isGreaterThanOrEqualTo(counted);
        counted = now;
        return now;
    }

    private void awaitMoreCoreSeconds() {
        // A counter is there from the first reading of what queues hold on.
        await().atMost(SOON)
                .until(() -> prometheus.value("sum(" + CORE_SECONDS + ")").isPresent());
        double before = coreSeconds();
        await().atMost(SOON).until(() -> coreSeconds() >= before + 5);
    }

    @Test
    void sumsOverReplicasAreRightBeforeAndAfterAFailover() throws IOException {
        Prerequisite.require(
                PrometheusServer.missing().isEmpty(), PrometheusServer.missing().orElse(""));
        try (OperatorScene started = OperatorScene.shared(directory, options -> options.capacity(8_192, 8), SETTINGS)) {
            scene = started;
            scene.awaitCapacity(4, 4_096);
            OperatorUnderTest first = scene.operator();
            OperatorUnderTest second = scene.standby(directory.resolve("second"), SETTINGS);
            try (PrometheusServer server = PrometheusServer.start(
                    directory.resolve("prometheus"), List.of(first.metrics(), second.metrics()))) {
                prometheus = server;
                long start = System.nanoTime();
                try (UnmanagedApplication application =
                        new UnmanagedApplication(scene.resourceManager(), 3, Resource.newInstance(512, 1))) {
                    assertThat(application.tasks()).hasSize(3);
                    amountsAreTrue(4_000, 3_000);
                    awaitMoreCoreSeconds();
                    shrinkTo("0.25", 2, 1);

                    first.crash();
                    await().atMost(SOON).until(second::leads);
                    amountsAreTrue(2_000, 2_000);
                    awaitMoreCoreSeconds();
                    shrinkTo("0.125", 1, 2);
                    // Prometheus shows after a while what a new series has counted in the beginning.
                    awaitValue("round(sum(increase(" + PREEMPTED + EVER + ")))", 2);
                    awaitValue("max(koord_yarn_resource_manager_preempted_containers)", (double) preempted());
                    nothingWasCountedTwice(start);
                    survivesARestartOfTheResourceManager();
                }
            }
        }
    }

    private void amountsAreTrue(double lease, double allocated) {
        awaitValue("sum(koord_yarn_lease_milli_cpu)", lease);
        awaitValue("sum(koord_yarn_capability_milli_cpu)", lease);
        awaitValue("sum(koord_yarn_allocated_milli_cpu)", allocated);
        awaitValue("sum(koord_yarn_nodes{state=\"steady\"})", 1);
        awaitValue("sum(koord_yarn_nodes)", 1);
        awaitValue("count(koord_yarn_lease_milli_cpu)", 1);
    }

    private void shrinkTo(String share, long vcores, long lost) {
        scene.node().yarnShare(share);
        scene.awaitCapacity(vcores, vcores * 1_024);
        await().atMost(SOON).untilAsserted(() -> assertThat(preempted()).isGreaterThanOrEqualTo(lost));
        awaitValue("sum(max_over_time(" + PREEMPTED + EVER + "))", (double) lost);
        // It has ended: YARN has its resources back.
        awaitValue("sum(koord_yarn_allocated_milli_cpu)", vcores * 1_000.0);
    }

    private void nothingWasCountedTwice(long start) {
        double cores = 3;
        double elapsed = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1_000.0;
        assertThat(coreSeconds()).isLessThanOrEqualTo(cores * elapsed);
        // A rise is seen from the first scrape of a series on, and drawn out by at most an interval at each end.
        assertThat(value("sum(increase(" + CORE_SECONDS + EVER + "))")).isCloseTo(coreSeconds(), within(cores * 6));
        // At no time did two replicas show an amount.
        assertThat(value("max_over_time(count(koord_yarn_lease_milli_cpu)[1h:1s])"))
                .isEqualTo(1);
        assertThat(value("max_over_time(sum(koord_yarn_lease_milli_cpu)[1h:1s])"))
                .isEqualTo(4_000);
    }

    private void survivesARestartOfTheResourceManager() {
        scene.resourceManager().crash();
        awaitValue("absent(koord_yarn_capability_milli_cpu)", 1);
        await().atMost(SOON)
                .until(() ->
                        prometheus.value("sum(koord_yarn_report_age_seconds)").orElse(0) > 5);
        awaitValue("sum(koord_yarn_lease_milli_cpu)", 1_000);
        scene.resourceManager().restart();

        awaitValue("sum(koord_yarn_capability_milli_cpu)", 1_000);
        await().atMost(SOON)
                .until(() -> prometheus.value("sum(koord_yarn_use_age_seconds)").orElse(Double.MAX_VALUE) < 5);
        assertThat(preempted()).isZero();
        assertThat(value("sum(max_over_time(" + PREEMPTED + EVER + "))")).isEqualTo(2);
        coreSeconds();
    }
}
