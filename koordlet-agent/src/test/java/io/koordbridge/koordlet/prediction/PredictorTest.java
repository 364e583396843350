package io.koordbridge.koordlet.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cluster.override.Overrides;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PlainTraits;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictorTest {

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final NodeFacts NODE = new NodeFacts(
            "node-a",
            null,
            new Amounts(16_000, 64L << 30),
            0,
            new Amounts(16_000, 64L << 30),
            NodeFacts.Layout.NONE,
            Optional.empty(),
            null,
            null,
            Map.of());

    /** Everything at its default, but an hour is old enough. */
    private static final PredictionConfig CONFIG = new PredictionConfig(true, null, 3600, 0, 0, 0, 0, 0, 0);

    private final List<String> problems = new ArrayList<>();
    private final PodInfo pod = pod("u1", new Amounts(4_000, 8L << 30), START.minus(Duration.ofDays(30)));

    @TempDir
    Path directory;

    private SampleStore store = new SampleStore(StoreLimits.DEFAULT);

    @Test
    void aPodThatIsOldEnoughGivesWhatItDoesNotUse() {
        Predictor predictor = predictor();

        run(predictor, START, Duration.ofHours(1));
        Instant later = START.plus(Duration.ofHours(1));
        assertThat(forecast(predictor, later).reclaimable()).isEqualTo(Amounts.NONE);
        run(predictor, later.plusSeconds(60), Duration.ofMinutes(10));

        Forecast forecast = forecast(predictor, later.plus(Duration.ofMinutes(11)));
        // 1 core and 1 GiB are used, in buckets of 5 %, with a margin of 10 %.
        assertThat(forecast.peak().milliCpu()).isBetween(1_100L, 1_300L);
        assertThat(forecast.reclaimable().milliCpu()).isBetween(2_700L, 2_900L);
        assertThat(forecast.reclaimable().bytes()).isBetween((long) (6.7 * (1L << 30)), 7L << 30);
    }

    @Test
    void aKilledProcessGoesOnWithWhatWasWritten() {
        run(predictor(), START, Duration.ofMinutes(90));
        Instant restart = START.plus(Duration.ofMinutes(90));
        store = new SampleStore(StoreLimits.DEFAULT);
        Predictor next = predictor();

        next.round(view(), restart);

        assertThat(forecast(next, restart).reclaimable().milliCpu()).isBetween(2_700L, 2_900L);
        assertThat(problems).isEmpty();
    }

    @Test
    void lostAndBrokenFilesMakeAnOldPodANewOne() throws IOException {
        run(predictor(), START, Duration.ofMinutes(90));
        Files.writeString(directory.resolve("u1"), "{\"LastUpdated\":\"yesterday\"}");
        Files.delete(directory.resolve("__node-koord-prod__"));
        Instant restart = START.plus(Duration.ofMinutes(90));
        Predictor next = predictor();

        next.round(view(), restart);
        assertThat(next.forecast(NODE, List.of(pod), restart)).isEmpty();
        run(next, restart, Duration.ofMinutes(5));

        assertThat(forecast(next, restart.plus(Duration.ofMinutes(5))).reclaimable())
                .isEqualTo(Amounts.NONE);
        assertThat(problems).singleElement().asString().contains("u1", "LastUpdated", "yesterday");
    }

    @Test
    void filesOfPodsThatAreGoneAreRemoved() {
        run(predictor(), START, Duration.ofMinutes(5));
        assertThat(directory.resolve("u1")).exists();
        assertThat(directory.resolve("__node__")).exists();

        predictor()
                .round(
                        new NodeView(
                                Optional.of(NODE), Optional.empty(), Optional.empty(), Optional.empty(), List.of()),
                        START);

        assertThat(directory.resolve("u1")).doesNotExist();
        assertThat(directory.resolve("__node__")).exists();
    }

    @Test
    void aModelWithoutSamplesForHalfAnHourIsForgotten() {
        Predictor predictor = predictor();
        run(predictor, START, Duration.ofMinutes(5));

        for (int minute = 5; minute < 40; minute++) {
            measure(START.plus(Duration.ofMinutes(minute)), false);
            predictor.round(view(), START.plus(Duration.ofMinutes(minute + 1)));
        }

        assertThat(directory.resolve("u1")).doesNotExist();
        assertThat(directory.resolve("__node__")).exists();
    }

    @Test
    void readsFilesOfTheReferencesAgent() throws IOException {
        Files.createDirectories(directory);
        Files.writeString(
                directory.resolve("u1"),
                "{\"UID\":\"u1\",\"CPU\":{\"referenceTimestamp\":\"2026-02-28T00:00:00Z\",\"bucketWeights\":{\"20\":10000},"
                        + "\"totalWeight\":12.5},\"Memory\":{\"referenceTimestamp\":\"2026-02-28T00:00:00Z\","
                        + "\"bucketWeights\":{\"30\":10000,\"31\":5000},\"totalWeight\":12.5},"
                        + "\"LastUpdated\":\"2026-02-28T23:59:30.123+00:00\"}");

        UsageModel model = new CheckpointFiles(directory, problems::add)
                .read(PredictionConfig.DEFAULT.halfLives())
                .get("u1");

        assertThat(problems).isEmpty();
        assertThat(model).isNotNull();
        assertThat(model.updated()).isEqualTo(Instant.parse("2026-02-28T23:59:30.123Z"));
        assertThat(model.peak(0.5, 0.5).milliCpu()).isEqualTo((long) (Buckets.CPU.start(21) * 1000));
        assertThat(model.peak(0.5, 0.9).bytes()).isEqualTo((long) Buckets.MEMORY.start(32));
    }

    private Predictor predictor() {
        return new Predictor(store, CONFIG, directory, UnaryOperator.identity(), problems::add);
    }

    private Forecast forecast(Predictor predictor, Instant now) {
        return predictor.forecast(NODE, List.of(pod), now).orElseThrow();
    }

    private NodeView view() {
        return new NodeView(Optional.of(NODE), Optional.empty(), Optional.empty(), Optional.empty(), List.of(pod));
    }

    /** Constant usage, one training a minute. */
    private void run(Predictor predictor, Instant from, Duration length) {
        for (Instant at = from; !at.isAfter(from.plus(length)); at = at.plusSeconds(60)) {
            measure(at, true);
            predictor.round(view(), at);
        }
    }

    private void measure(Instant at, boolean withPod) {
        for (int age = 50; age >= 0; age -= 10) {
            Instant then = at.minusSeconds(age);
            store.append(Metric.NODE_CPU, SampleStore.NODE, then, 1.0);
            store.append(Metric.NODE_MEMORY, SampleStore.NODE, then, 0x1p30);
            if (withPod) {
                store.append(Metric.POD_CPU, "u1", then, 1.0);
                store.append(Metric.POD_MEMORY, "u1", then, 0x1p30);
            }
        }
    }

    private static PodInfo pod(String uid, Amounts requests, Instant created) {
        return new PodInfo(
                new PodInfo.Identity("default", uid, uid),
                new PodInfo.LifeCycle(false, false, Optional.of(created)),
                new PodInfo.Classes(QosClass.LS, QosClass.LS, KubeQos.BURSTABLE, PriorityClass.PROD),
                requests,
                List.of(),
                PodInfo.Batch.NONE,
                PodInfo.Placement.NONE,
                PlainTraits.RUNNING,
                Overrides.NONE);
    }
}
