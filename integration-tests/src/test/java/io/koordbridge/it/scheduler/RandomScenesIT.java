package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pods, gangs, quotas, reservations, cordons and deletions by chance on 60 nodes, behind two pairs of kube-scheduler and extender of
 * which one leads; extenders and the leader are killed. No limit is exceeded at any watch event. After the last disturbance everything
 * that has room runs, no pod keeps our scheduling gate, and the amounts in a waiting pod's explanation are those of the API objects.
 */
class RandomScenesIT {

    private static final Logger LOG = LoggerFactory.getLogger(RandomScenesIT.class);
    private static final Duration END = Duration.ofMinutes(4);
    private static final Duration STEP = Duration.ofMillis(40);
    private static final Duration BETWEEN_KILLS = Duration.ofSeconds(15);
    /** Limits of quotas are their maximums, so that they can be checked from outside. */
    private static final String[] SETTINGS = {
        "--set=leader.enabled=true", "--set=quota.enableRuntimeQuota=false", "--set=quota.enableCheckParentQuota=true"
    };

    @TempDir
    private Path directory;

    @Test
    @Tag("long")
    void everythingThatFitsRunsInTheEndAndNoLimitIsEverExceeded() throws Exception {
        play(Duration.ofSeconds(40), Integer.getInteger("koord.scenes.seed", 1));
    }

    /** Ten minutes; {@code -Dkoord.scenes.minutes=60} for more. */
    @Test
    @Tag("soak")
    void theSameForTenMinutes() throws Exception {
        play(
                Duration.ofMinutes(Integer.getInteger("koord.scenes.minutes", 10)),
                Integer.getInteger("koord.scenes.seed", 2));
    }

    private void play(Duration length, int seed) throws Exception {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        ChartDefinitions.install(client, ElasticQuota.class);
        ChartDefinitions.install(client, PodGroup.class);
        ChartDefinitions.install(client, Reservation.class);
        controlPlane.createNamespace("koordinator-system");
        RandomObjects objects = new RandomObjects(controlPlane, new Random(seed));
        objects.createNodesAndQuotas();
        try (SchedulerPair first = new SchedulerPair(controlPlane, directory.resolve("first"), SETTINGS);
                SchedulerPair second = new SchedulerPair(controlPlane, directory.resolve("second"), SETTINGS)) {
            LimitChecker checker = new LimitChecker(objects.limits());
            PodList list = client.pods().inNamespace(RandomObjects.NAMESPACE).list();
            try (Watch watch = client.pods()
                    .inNamespace(RandomObjects.NAMESPACE)
                    .withResourceVersion(list.getMetadata().getResourceVersion())
                    .watch(checker)) {
                disturb(objects, List.of(first, second), length, seed);
                objects.endDisturbances();
                objects.createPodsBeyondQuotas();
                explained(objects, first, second);
                checker.raiseQuotas();
                objects.makeRoomForAll();
                awaitAllPlaced(objects, seed);
            }
            LOG.info("Random scenes seed={} created={} bound={}", seed, objects.created(), checker.bound());
            assertThat(checker.violations()).as("seed %s", seed).isEmpty();
            assertThat(checker.bound()).isGreaterThan(objects.created() / 3);
        } finally {
            objects.deleteAll();
        }
    }

    /** Every fifteen seconds one is killed: an extender, the kube-scheduler that may lead, both of a pair. */
    private void disturb(RandomObjects objects, List<SchedulerPair> pairs, Duration length, int seed)
            throws IOException {
        Random random = new Random(seed);
        long start = System.nanoTime();
        long nextKill = start + BETWEEN_KILLS.toNanos();
        int kills = 0;
        while (System.nanoTime() - start < length.toNanos()) {
            objects.step();
            pass(STEP);
            if (System.nanoTime() > nextKill) {
                SchedulerPair pair = pairs.get(random.nextInt(pairs.size()));
                if (kills % 3 != 1) {
                    pair.extender().crash();
                }
                if (kills % 3 != 0) {
                    pair.crashScheduler();
                    pair.startScheduler();
                }
                if (kills % 3 != 1) {
                    pair.extender().start();
                }
                kills++;
                nextKill = System.nanoTime() + BETWEEN_KILLS.toNanos();
            }
        }
        LOG.info("Disturbed kills={} steps={}", kills, objects.steps());
    }

    private static void pass(Duration duration) {
        await().pollDelay(duration).atMost(duration.plus(END)).until(() -> true);
    }

    /** Both replicas follow all objects, so either explains; amounts are compared when nothing changes any more. */
    private static void explained(RandomObjects objects, SchedulerPair first, SchedulerPair second) {
        int compared = 0;
        for (SchedulerPair pair : List.of(first, second)) {
            ExplanationChecker right = await("explanations with the amounts of the API objects")
                    .atMost(END)
                    .pollInterval(Duration.ofSeconds(2))
                    .until(
                            () -> new ExplanationChecker(objects, pair.extender()),
                            checker -> checker.differences().isEmpty());
            compared += right.compared();
        }
        LOG.info("Explanations compared={} waiting={}", compared, objects.waiting());
        assertThat(compared).isPositive();
    }

    private static void awaitAllPlaced(RandomObjects objects, int seed) {
        await("all pods bound, seed " + seed)
                .atMost(END)
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(objects.pods())
                        .filteredOn(pod -> !Scene.isPlaced(pod))
                        .extracting(RandomScenesIT::words)
                        .isEmpty());
        assertThat(objects.pods())
                .allSatisfy(
                        pod -> assertThat(pod.getSpec().getSchedulingGates()).isNullOrEmpty());
    }

    private static String words(Pod pod) {
        return pod.getMetadata().getName() + " " + pod.getSpec().getSchedulingGates() + " "
                + pod.getStatus().getConditions();
    }
}
