package io.koordbridge.descheduler.decide.arbitration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodOrder;
import io.koordbridge.descheduler.decide.workload.AllowedPods;
import io.koordbridge.descheduler.decide.workload.Scale;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ArbitrationProperties {

    private static final List<String> OWNERS =
            List.of("ReplicaSet/a1", "ReplicaSet/a2", "StatefulSet/b", "ReplicaSet/c", "Job/j", "");
    private static final String BY_WORKLOAD =
            "'arbitrationArgs': {'disperseByWorkload': true, 'countByWorkload': true}";

    @Property(tries = 300)
    void orderIsAPermutationThatShufflesDoNotChange(@ForAll long seed, @ForAll boolean disperse) {
        SampleCluster cluster = cluster(seed, true);
        List<JobClaim> jobs = new ArrayList<>(cluster.jobs());
        MigrationArgs args = SampleCluster.args("{'arbitrationArgs': {'disperseByWorkload': " + disperse + "}}");

        RoundResult expected = round(args, jobs, cluster);
        Collections.shuffle(jobs, new Random(seed));

        assertThat(round(args, jobs, cluster)).isEqualTo(expected);
        assertThat(ArbitrationOrder.order(jobs, cluster, disperse)).containsExactlyInAnyOrderElementsOf(jobs);
    }

    @Property(tries = 300)
    void dispersionOnlyMovesJobsOfEqualRank(@ForAll long seed) {
        SampleCluster cluster = cluster(seed, true);
        List<PodFacts> plain = pods(ArbitrationOrder.order(bareOfBatch(cluster), cluster, false), cluster);
        List<PodFacts> dispersed = pods(ArbitrationOrder.order(bareOfBatch(cluster), cluster, true), cluster);

        for (int at = 0; at < plain.size(); at++) {
            assertThat(PodOrder.BY_RANK.compare(plain.get(at), dispersed.get(at)))
                    .isZero();
        }
        for (int at = 1; at < dispersed.size(); at++) {
            PodFacts one = dispersed.get(at);
            String workload = workload(cluster, one);
            if (workload.equals(workload(cluster, dispersed.get(at - 1)))
                    && PodOrder.BY_RANK.compare(one, dispersed.get(at - 1)) == 0) {
                assertThat(dispersed.subList(at, dispersed.size()).stream()
                                .filter(later -> PodOrder.BY_RANK.compare(later, one) == 0)
                                .map(later -> workload(cluster, later)))
                        .containsOnly(workload);
            }
        }
    }

    @Property(tries = 300)
    void roundKeepsAllLimits(@ForAll long seed) {
        SampleCluster cluster = cluster(seed, false);
        MigrationArgs args = SampleCluster.args(
                "{'maxMigratingPerNode': 2, 'maxMigratingPerNamespace': 5, 'maxMigratingGlobally': 6," + BY_WORKLOAD
                        + "}");
        Random random = new Random(seed);
        for (JobClaim job : List.copyOf(cluster.jobs())) {
            if (random.nextInt(6) == 0) {
                cluster.inPhase(job, "Running");
            }
        }

        Set<JobClaim> before = new HashSet<>();
        cluster.jobs().stream().filter(JobClaim::isRunning).forEach(before::add);
        List<JobClaim> passed = round(args, cluster.jobs(), cluster).passed();

        List<PodFacts> moved = pods(passed, cluster);
        List<PodFacts> all = new ArrayList<>(moved);
        all.addAll(pods(List.copyOf(before), cluster));
        for (PodFacts pod : moved) {
            assertThat(all).hasSizeLessThanOrEqualTo(5);
            assertThat(all.stream().filter(one -> one.nodeName().equals(pod.nodeName())))
                    .hasSizeLessThanOrEqualTo(2);
            keepsItsWorkload(cluster, pod, all);
        }
    }

    private static void keepsItsWorkload(SampleCluster cluster, PodFacts pod, List<PodFacts> migrating) {
        OwnerRef controller = pod.owners().controller();
        if (controller == null) {
            return;
        }
        Scale scale = cluster.workloads().scale("d", controller).orElseThrow();
        int allowed = AllowedPods.of(scale.replicas(), null).orElseThrow();
        Set<String> away = new HashSet<>();
        for (PodFacts one : cluster.workloads().pods(scale.workloadUid())) {
            if (!one.state().ready() || migrating.contains(one)) {
                away.add(one.ref().key());
            }
        }
        assertThat(away).hasSizeLessThanOrEqualTo(allowed);
    }

    @Property(tries = 200)
    void everyJobPassesOrFailsOnceSlotsAreFreed(@ForAll long seed) {
        SampleCluster cluster = cluster(seed, true);
        MigrationArgs args =
                SampleCluster.args("{'maxMigratingGlobally': 2, 'maxMigratingPerNode': 1," + BY_WORKLOAD + "}");
        Map<String, String> ended = new HashMap<>();
        int jobs = cluster.jobs().size();

        for (int turn = 0; turn < 2 * jobs; turn++) {
            for (JobClaim job : List.copyOf(cluster.jobs())) {
                if (job.isRunning()) {
                    cluster.inPhase(job, "Succeeded");
                }
            }
            RoundResult result = round(args, cluster.jobs(), cluster);
            result.passed()
                    .forEach(job -> ended.put(cluster.inPhase(job, "Running").name(), "passed"));
            result.failed()
                    .forEach(held -> ended.put(
                            cluster.inPhase(held.job(), "Failed").name(),
                            held.why().check()));
        }

        assertThat(ended).hasSize(jobs);
    }

    private static RoundResult round(MigrationArgs args, Iterable<JobClaim> jobs, SampleCluster cluster) {
        List<JobClaim> waiting = new ArrayList<>();
        jobs.forEach(waiting::add);
        return new ArbitrationRound(args, SampleCluster.NO_YARN).run(waiting, cluster, Set.of());
    }

    private static List<PodFacts> pods(List<JobClaim> jobs, SampleCluster cluster) {
        return jobs.stream()
                .map(job -> cluster.pod("d", job.name().substring(1)).orElseThrow())
                .toList();
    }

    /** Jobs of pods that no batch Job owns: those of a batch Job stay together instead. */
    private static List<JobClaim> bareOfBatch(SampleCluster cluster) {
        return cluster.jobs().stream()
                .filter(job ->
                        !workload(cluster, pods(List.of(job), cluster).get(0)).equals("uid-j"))
                .toList();
    }

    private static String workload(SampleCluster cluster, PodFacts pod) {
        OwnerRef controller = pod.owners().controller();
        return controller == null
                ? pod.ref().key()
                : cluster.workloads().scale("d", controller).orElseThrow().workloadUid();
    }

    /** Two ReplicaSets of a Deployment, a StatefulSet, a ReplicaSet, a batch Job and bare pods on three nodes. */
    private static SampleCluster cluster(long seed, boolean allReady) {
        Random random = new Random(seed);
        SampleCluster cluster = new SampleCluster()
                .owner("Deployment/a", 12, "")
                .owner("ReplicaSet/a1", 7, "a")
                .owner("ReplicaSet/a2", 5, "a")
                .owner("StatefulSet/b", 5, "")
                .owner("ReplicaSet/c", 1 + random.nextInt(30), "")
                .owner("Job/j", 6, "");
        int pods = 5 + random.nextInt(20);
        for (int i = 0; i < pods; i++) {
            String owner = OWNERS.get(random.nextInt(OWNERS.size()));
            boolean ready = allReady || random.nextInt(5) > 0;
            int priority = 9000 + random.nextInt(3);
            cluster.add(
                    "p" + i,
                    "n" + random.nextInt(3),
                    owner,
                    pod -> pod.editSpec()
                            .withPriority(priority)
                            .endSpec()
                            .editStatus()
                            .editFirstCondition()
                            .withStatus(ready ? "True" : "False")
                            .endCondition()
                            .endStatus());
            cluster.job("jp" + i, "p" + i, random.nextInt(4));
        }
        return cluster;
    }
}
