package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.qos.ease.EaseStrategy;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.StrategyList;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.kube.metrics.PrometheusFormatter;
import io.koordbridge.testkit.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A strategy that brings a reading, an annotation, a file and a metric is one package and one line. */
class SocketTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Path FILE = Path.of("/cg/kubepods/burstable/podu1/memory.sample_ease");

    @TempDir
    private Path temp;

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final List<String> problems = new ArrayList<>();
    private boolean gate = true;

    private StrategyList strategies() {
        StrategyList list = Strategies.list(KoordletConfig.DEFAULT);
        list.add(new EaseStrategy(), snapshot -> gate);
        return list;
    }

    /** One life of the process, put together as in the product. */
    private final class Life {
        final StrategyList list = strategies();
        final MetricRegistry metrics = new MetricRegistry();
        final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        final ManualClock clock = new ManualClock(START);
        final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);
        final Undo undo = new Undo(
                tree,
                new TakenFile(temp),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {},
                problems::add);
        final CgroupExecutor writer = new CgroupExecutor(tree, undo, clock, false);
        final StrategyRunner runner = new StrategyRunner(
                writer,
                new SlowLane(writer),
                new StrategyRunner.Outlets(owner -> undo.release(writer, owner::equals), order -> {}),
                metrics,
                problems::add);
        final SnapshotBuilder snapshots;

        Life() {
            list.register(runner);
            CgroupReader reader = new CgroupReader(tree);
            snapshots = new SnapshotBuilder(
                    new SnapshotBuilder.Sources(store, List::of, tree::paths, () -> true, List::of),
                    new SnapshotBuilder.Settings(Duration.ofSeconds(2), true, false),
                    problem -> {});
            snapshots.taking(new ReadingsReader(reader, store, Duration.ofSeconds(1), problems::add), runner::needs);
            new ReferenceMetrics(metrics, "n1", new ReferenceMetrics.Sources(store, () -> true, runner::gauges), clock)
                    .register(START);
        }

        NodeSnapshot tick(String ease) {
            clock.advance(Duration.ofSeconds(1));
            store.append(Metric.NODE_CPU, SampleStore.NODE, clock.instant(), 2);
            NodeSnapshot snapshot = snapshots.build(
                    Tick.Cause.TIMER,
                    clock.instant(),
                    new NodeView(
                            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of(pod(ease))),
                    new SnapshotBuilder.Observed(
                            TierReading.of(new CgroupReader(tree), Collections.emptySortedMap()),
                            List.of(),
                            OptionalDouble.empty(),
                            Set.of()));
            runner.run(snapshot);
            return snapshot;
        }

        private PodInfo pod(String ease) {
            return PodInfos.of(
                    new PodBuilder()
                            .withNewMetadata()
                            .withNamespace("shop")
                            .withName("web")
                            .withUid("u1")
                            .addToLabels("koordinator.sh/qosClass", "LS")
                            .addToAnnotations("sample.example.org/ease", ease)
                            .endMetadata()
                            .withNewStatus()
                            .withPhase("Running")
                            .withQosClass("Burstable")
                            .endStatus()
                            .build(),
                    list.overrides(),
                    problems::add);
        }
    }

    private static List<String> page(MetricRegistry metrics) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrometheusFormatter.write(metrics, out);
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void itReadsWritesIsRecordedCountedAndShown() throws IOException {
        files.put(FILE.toString(), "0");
        Life life = new Life();
        life.tick("40");

        assertThat(files.read(FILE)).isEqualTo("40");
        assertThat(life.undo.taken())
                .extracting(one -> one.knob() + " " + one.group() + " " + one.owner() + " " + one.before())
                .contains("memory.sample_ease kubepods/burstable/podu1 sample-ease 0");
        assertThat(life.runner.reasons()).containsEntry("sample-ease", "eases");
        assertThat(life.runner.state()).containsEntry("ease", Map.of("pods", 1)).containsKey("suppress");
        assertThat(page(life.metrics))
                .contains(
                        "koordlet_sample_eased_pods{kind=\"ls\",node=\"n1\"} 1.0",
                        "koord_koordlet_strategy_steps_total{reason=\"eases\",strategy=\"sample-ease\"} 1.0");
        assertThat(problems).isEmpty();
    }

    @Test
    void aBadAnnotationIsNamedAndCountsAsAbsent() throws IOException {
        files.put(FILE.toString(), "0");
        new Life().tick("much");

        assertThat(files.read(FILE)).isEqualTo("0");
        assertThat(problems)
                .containsExactly("Pod/shop/web: annotation sample.example.org/ease = 'much': want a whole number;"
                        + " it counts as absent");
    }

    @Test
    void aClosedGateGivesBackAndNothingIsReadForIt() throws IOException {
        files.put(FILE.toString(), "0");
        Life life = new Life();
        NodeSnapshot open = life.tick("40");
        gate = false;
        NodeSnapshot closed = life.tick("40");

        assertThat(files.read(FILE)).isEqualTo("0");
        assertThat(life.runner.needs(open).all())
                .noneMatch(need -> need.toString().contains("sample_ease"));
        assertThat(closed.readings()).isNotSameAs(open.readings());
        assertThat(life.undo.taken()).isEmpty();
    }

    @Test
    void aLaterLifeGivesBackWhatAKilledOneTook() throws IOException {
        files.put(FILE.toString(), "0");
        Life killed = new Life();
        killed.tick("40");
        killed.undo.save();
        gate = false;

        new Life().tick("40");

        assertThat(files.read(FILE)).isEqualTo("0");
    }

    @Test
    void preflightHasItsLine() {
        Ground ground = new Ground(new Life().tree, 4, Path.of("/sys"));

        assertThat(strategies().preflightByName(ground).get("sample-ease"))
                .containsExactly("ease             none: no memory.sample_ease");
        files.put("/cg/kubepods/memory.sample_ease", "0");
        assertThat(strategies().preflightByName(ground).get("sample-ease")).isEmpty();
    }

    @Test
    void noMainFileHasItsNames() throws IOException {
        try (Stream<Path> main = Files.walk(Path.of("src/main"))) {
            assertThat(main.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain("sample_ease", "sample-ease", "EaseStrategy", "qos.ease"));
        }
    }
}
