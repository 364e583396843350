package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.answers.DeschedulerPlanAnswer;
import io.koordbridge.answers.DeschedulerPlanAnswer.NodeUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.Victim;
import io.koordbridge.testkit.await.PatientAwaits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeschedulingLoopTest {

    private static final String DIRECT = "{defaultJobMode: EvictDirectly, maxMigratingPerNode: 2}";
    private static final String LOAD = "{lowThresholds: {cpu: 45, memory: 90}, highThresholds: {cpu: 75, memory: 95},"
            + " anomalyCondition: {timeout: 1m, consecutiveAbnormalities: 2}}";

    private final List<LiveCluster> clusters = new ArrayList<>();
    private boolean leads = true;

    @AfterEach
    void end() {
        clusters.forEach(LiveCluster::close);
    }

    private DeschedulingLoop loop(LiveCluster cluster, ProcessSettings settings) {
        return new DeschedulingLoop(
                settings,
                new DeschedulingLoop.Parts(
                        cluster.caches(), cluster.limits(), cluster.nodeManagers(), cluster.creator()),
                () -> leads,
                cluster.metrics());
    }

    /** Node hot is overloaded by three of the four pods of a workload. */
    private LiveCluster hotNode(ProcessSettings settings) {
        LiveCluster cluster = new LiveCluster(settings);
        clusters.add(cluster);
        cluster.node("hot");
        cluster.node("cold");
        String set = cluster.replicaSet("web", 4);
        cluster.pod("web-1", "hot", "web", set);
        cluster.pod("web-2", "hot", "web", set);
        cluster.pod("web-3", "hot", "web", set);
        cluster.pod("web-4", "cold", "web", set);
        cluster.report("hot", "3", "web-1", "web-2", "web-3");
        cluster.report("cold", "1", "web-4");
        cluster.follow();
        return cluster;
    }

    private static List<String> victims(DeschedulerPlanAnswer plan) {
        return plan.victims().stream().map(Victim::pod).toList();
    }

    private static List<String> asked(LiveCluster cluster) {
        return cluster.jobs().stream()
                .map(job -> "shop/" + job.getSpec().podRef().getName())
                .toList();
    }

    private static long runs(LiveCluster cluster, String result) {
        return cluster.metrics().getCounters().entrySet().stream()
                .filter(one -> one.getKey().contains("koord_descheduler_runs_total")
                        && one.getKey().contains(result))
                .mapToLong(one -> one.getValue().getCount())
                .sum();
    }

    @Test
    void aPlanAsksForWhatTheNextRunAsksForAndIsNotRemembered() {
        ProcessSettings settings = Configurations.settings(DIRECT, LOAD);
        LiveCluster cluster = hotNode(settings);
        DeschedulingLoop loop = loop(cluster, settings);
        List<Integer> sizes = new ArrayList<>();
        for (int run = 0; run < 6; run++) {
            List<String> before = asked(cluster);
            DeschedulerPlanAnswer plan = loop.plan();
            for (int again = 0; again < 5; again++) {
                assertThat(loop.plan()).as("plan %d of run %d", again, run).isEqualTo(plan);
            }
            loop.round();

            List<String> made = new ArrayList<>(asked(cluster));
            made.removeAll(before);
            assertThat(made).as("run %d", run).containsExactlyInAnyOrderElementsOf(victims(plan));
            sizes.add(made.size());
            await().atMost(PatientAwaits.PATIENCE)
                    .until(() ->
                            cluster.caches().jobs().size() == cluster.jobs().size());
            cluster.clock().advance(Duration.ofSeconds(10));
        }

        assertThat(sizes.subList(0, 2)).as("the detector waits").containsOnly(0);
        assertThat(asked(cluster))
                .as("then pods go, never one twice")
                .isNotEmpty()
                .doesNotHaveDuplicates();
        assertThat(asked(cluster).size()).isLessThanOrEqualTo(2);
        assertThat(runs(cluster, "done")).isEqualTo(6);
    }

    @Test
    void aPlanNamesNodesVictimsAndWhyOtherPodsStay() {
        ProcessSettings settings = Configurations.settings(DIRECT, LOAD.replace(": 2}}", ": 1}}"));
        LiveCluster cluster = hotNode(settings);
        DeschedulingLoop loop = loop(cluster, settings);
        DeschedulerPlanAnswer first = loop.plan();
        assertThat(first.nodes()).extracting(NodeUse::node).containsExactlyInAnyOrder("hot", "cold");
        for (int run = 0; run < 5 && loop.plan().victims().isEmpty(); run++) {
            loop.round();
        }

        DeschedulerPlanAnswer plan = loop.plan();

        assertThat(plan.waitsFor()).isNull();
        assertThat(plan.victims()).isNotEmpty().allSatisfy(victim -> {
            assertThat(victim.from()).isEqualTo("hot");
            assertThat(victim.to()).contains("cold");
            assertThat(victim.plugin()).isEqualTo("LowNodeLoad");
        });
    }

    @Test
    void aDryRunAndAReplicaThatDoesNotLeadMakeNoJob() {
        String acts = LOAD.replace(": 2}}", ": 1}}");
        ProcessSettings dry = Configurations.settings(DIRECT.replace("}", ", dryRun: true}"), acts);
        LiveCluster cluster = hotNode(dry);
        DeschedulingLoop loop = loop(cluster, dry);
        for (int run = 0; run < 4; run++) {
            loop.round();
        }
        assertThat(loop.plan().dryRun()).isTrue();
        assertThat(loop.plan().victims()).isNotEmpty();

        leads = false;
        DeschedulingLoop other = loop(cluster, Configurations.settings(DIRECT, acts));
        for (int run = 0; run < 4; run++) {
            other.round();
        }
        assertThat(other.plan().waitsFor()).isEqualTo("another replica leads and makes the runs");
        assertThat(cluster.jobs()).isEmpty();
        assertThat(runs(cluster, "done")).isEqualTo(4);
    }

    @Test
    void nothingIsDoneBeforeTheCachesAreFilled() {
        ProcessSettings settings = Configurations.settings(DIRECT, LOAD);
        LiveCluster cluster = new LiveCluster(settings);
        clusters.add(cluster);
        DeschedulingLoop loop = loop(cluster, settings);
        loop.round();

        assertThat(loop.plan().waitsFor()).contains("nodes, pods").contains("not read yet");
        assertThat(runs(cluster, "skipped")).isEqualTo(1);
    }
}
