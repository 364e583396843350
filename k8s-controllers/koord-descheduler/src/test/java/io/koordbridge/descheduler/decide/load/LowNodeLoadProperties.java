package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.descheduler.decide.load.LoadResult.OfNode;
import io.koordbridge.descheduler.decide.load.LoadResult.OfPod;
import io.koordbridge.descheduler.decide.load.LoadResult.OfPool;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PriorityClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Of clusters of up to 8 nodes with random load, reports, taints, failing evictions and thresholds. */
class LowNodeLoadProperties {

    private static final List<String> ARGS = List.of(LoadCluster.THRESHOLDS, """
            {"lowThresholds": {"cpu": 40, "memory": 60}, "highThresholds": {"cpu": 60, "memory": 80},
             "prodLowThresholds": {"cpu": 20}, "prodHighThresholds": {"cpu": 40},
             "anomalyCondition": {"consecutiveAbnormalities": 1}}""", """
            {"useDeviationThresholds": true, "lowThresholds": {"cpu": 10}, "highThresholds": {"cpu": 10},
             "anomalyCondition": {"consecutiveAbnormalities": 1}}""", """
            {"lowThresholds": {"cpu": 30}, "highThresholds": {"cpu": 60},
             "anomalyCondition": {"consecutiveAbnormalities": 1}, "nodePools": [{"name": "all"}]}""");

    private record Scene(LoadCluster cluster, Set<String> bad, Set<String> failing, String args) {

        static Scene of(long seed) {
            Random random = new Random(seed);
            LoadCluster cluster = new LoadCluster();
            Set<String> bad = new HashSet<>();
            Set<String> failing = new HashSet<>();
            int nodes = 1 + random.nextInt(8);
            for (int n = 0; n < nodes; n++) {
                String node = "n" + n;
                boolean tainted = random.nextInt(6) == 0;
                NodeTaint[] taints =
                        tainted ? new NodeTaint[] {new NodeTaint("t", "", "NoSchedule")} : new NodeTaint[0];
                cluster.node(node, random.nextInt(8) == 0, taints);
                int most = random.nextBoolean() ? 3000 : 400;
                for (int p = 0; p < random.nextInt(8); p++) {
                    pod(cluster, node, node + "p" + p, random, most);
                    if (random.nextInt(5) == 0) {
                        failing.add(node + "p" + p);
                    }
                }
                if (random.nextInt(5) == 0) {
                    bad.add(node);
                    cluster.report(node, unusable(cluster.fresh(node), random));
                }
            }
            return new Scene(cluster, bad, failing, ARGS.get(random.nextInt(ARGS.size())));
        }

        private static void pod(LoadCluster cluster, String node, String name, Random random, int most) {
            PriorityClass priority = random.nextBoolean() ? PriorityClass.PROD : PriorityClass.BATCH;
            Map<String, Long> requests = Map.of("cpu", (long) random.nextInt(4000));
            Map<String, Long> used = random.nextInt(6) == 0
                    ? Map.of()
                    : Map.of("cpu", (long) random.nextInt(most), "memory", (long) random.nextInt(20));
            cluster.pod(node, name, priority, requests, used);
        }

        private static LoadReport unusable(LoadReport fresh, Random random) {
            Instant old = LoadCluster.NOW.minusSeconds(180 + random.nextInt(1000));
            Instant ahead = LoadCluster.NOW.plusSeconds(random.nextInt(1000));
            return switch (random.nextInt(4)) {
                case 0 -> new LoadReport(old, ahead, fresh.system(), fresh.pods(), Map.of(), "");
                case 1 -> new LoadReport(ahead, old, fresh.system(), fresh.pods(), Map.of(), "");
                case 2 -> new LoadReport(null, ahead, fresh.system(), fresh.pods(), Map.of(), "");
                default -> new LoadReport(ahead, ahead, fresh.system(), fresh.pods(), Map.of(), "invalid cpu: '-1'");
            };
        }

        LoadResult run() {
            return cluster.run(args, evictor());
        }

        NotingEvictor evictor() {
            return new NotingEvictor(Set.of(), failing);
        }

        List<OfPod> evicted(OfPool pool) {
            return pool.pods().stream().filter(OfPod::evicted).toList();
        }
    }

    @Example
    void theScenesAreNotEmpty() {
        int evicting = 0;
        for (int seed = 0; seed < 500; seed++) {
            Scene scene = Scene.of(seed);
            evicting += scene.run().pools().stream()
                            .anyMatch(pool -> !scene.evicted(pool).isEmpty())
                    ? 1
                    : 0;
        }
        assertThat(evicting).isGreaterThan(50);
    }

    @Property
    void onlyOverloadedNodesLosePods(@ForAll long seed) {
        Scene scene = Scene.of(seed);
        for (OfPool pool : scene.run().pools()) {
            Map<String, OfNode> nodes = pool.nodes().stream().collect(Collectors.toMap(OfNode::node, node -> node));
            assertThat(scene.evicted(pool))
                    .allSatisfy(pod ->
                            assertThat(nodes.get(pod.node()).loadClass()).isIn(LoadClass.HIGH, LoadClass.PROD_HIGH));
        }
    }

    @Property
    void withoutATargetNothingIsEvicted(@ForAll long seed) {
        Scene scene = Scene.of(seed);
        for (OfPool pool : scene.run().pools()) {
            Map<String, OfNode> nodes = pool.nodes().stream().collect(Collectors.toMap(OfNode::node, node -> node));
            assertThat(scene.evicted(pool))
                    .allSatisfy(pod -> assertThat(nodes.get(pod.target()).loadClass())
                            .isIn(LoadClass.LOW, LoadClass.PROD_LOW, LoadClass.BOTH_LOW));
        }
    }

    @Property
    void aNodeWithoutAGoodReportIsNeitherSourceNorTarget(@ForAll long seed) {
        Scene scene = Scene.of(seed);
        for (OfPool pool : scene.run().pools()) {
            assertThat(pool.pods()).allSatisfy(pod -> assertThat(scene.bad()).doesNotContain(pod.node(), pod.target()));
        }
    }

    @Property
    void noTargetRisesAboveItsHighThreshold(@ForAll long seed) {
        Scene scene = Scene.of(seed);
        Map<String, Map<String, Long>> usage = new HashMap<>();
        for (OfPool pool : scene.run().pools()) {
            Map<String, Map<String, LoadResult.OfResource>> loads =
                    pool.nodes().stream().collect(Collectors.toMap(OfNode::node, OfNode::load));
            scene.evicted(pool).forEach(pod -> charge(scene, usage, pod));
            scene.evicted(pool)
                    .forEach(pod -> usage.get(pod.target()).forEach((resource, amount) -> {
                        LoadResult.OfResource load = loads.get(pod.target()).get(resource);
                        assertThat(measured(scene, pod.target(), resource) + amount)
                                .isLessThanOrEqualTo(load.high());
                    }));
        }
    }

    private static void charge(Scene scene, Map<String, Map<String, Long>> usage, OfPod pod) {
        scene.cluster()
                .fresh(pod.node())
                .pods()
                .get(pod.pod().key())
                .forEach((resource, amount) -> usage.computeIfAbsent(pod.target(), node -> new HashMap<>())
                        .merge(resource, amount, Long::sum));
    }

    private static long measured(Scene scene, String node, String resource) {
        return scene.cluster().fresh(node).pods().values().stream()
                .mapToLong(pod -> pod.getOrDefault(resource, 0L))
                .sum();
    }

    @Property
    void aDryRunListsWhatARunEvicts(@ForAll long seed) {
        Scene scene = Scene.of(seed);
        LowNodeLoadArgs args = LoadCluster.args(scene.args());
        LowNodeLoadArgs dry = new LowNodeLoadArgs(
                args.paused(),
                true,
                args.numberOfNodes(),
                args.reportExpiration(),
                args.pods(),
                args.nodeFit(),
                args.detectorTimeout(),
                args.pools());
        NotingEvictor real = new NotingEvictor();
        NotingEvictor pretending = new NotingEvictor();

        LoadResult wanted = scene.cluster().run(args, LoadMemory.EMPTY, LoadCluster.NOW, real);
        LoadResult listed = scene.cluster().run(dry, LoadMemory.EMPTY, LoadCluster.NOW, pretending);

        assertThat(listed).isEqualTo(wanted);
        assertThat(pretending.evicted()).isEmpty();
    }

    @Property
    void theOrderOfNodesAndPodsChangesNothing(@ForAll long seed) {
        Scene scene = Scene.of(seed);
        Random random = new Random(seed);
        FixedView view = scene.cluster().view(LoadCluster.NOW).fixed();
        List<NodeFacts> nodes = new ArrayList<>(view.nodes());
        Collections.shuffle(nodes, random);
        Map<String, List<PodFacts>> pods = new HashMap<>();
        view.pods().forEach((node, members) -> {
            List<PodFacts> shuffled = new ArrayList<>(members);
            Collections.shuffle(shuffled, random);
            pods.put(node, shuffled);
        });

        LoadResult shuffled = LowNodeLoad.run(
                LoadCluster.args(scene.args()),
                LoadMemory.EMPTY,
                new FixedView(view.now(), nodes, pods, view.reports()),
                nodes,
                true,
                scene.evictor());

        assertThat(shuffled).isEqualTo(scene.run());
    }
}
