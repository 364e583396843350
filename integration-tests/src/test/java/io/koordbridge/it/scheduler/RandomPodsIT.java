package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Random pods, created and deleted by four writers on 40 nodes with topologies, behind a stock kube-scheduler: each watch event is
 * checked against all pods that are bound at that moment. {@code -Dkoord.randomPods.seconds=300} runs the long test longer.
 */
class RandomPodsIT {

    private static final Logger LOG = LoggerFactory.getLogger(RandomPodsIT.class);
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration AWAY = Duration.ofSeconds(10);
    private static final Duration BETWEEN_CRASHES = Duration.ofSeconds(10);
    /** Less would prove little. */
    private static final int ENOUGH_BOUND = 150;

    private static final int ENOUGH_WITH_OWN_CPUS = 40;
    private static final int WRITERS = 4;
    private static final int PODS_OF_A_WRITER = 40;

    @TempDir
    private Path directory;

    private RealControlPlane controlPlane;
    private ExtenderProcess extender;
    private final PlacementChecker checker = new PlacementChecker();
    private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    private final AtomicBoolean done = new AtomicBoolean();
    /** Writers hold the shared half while they write. */
    private final ReentrantReadWriteLock writing = new ReentrantReadWriteLock();

    @BeforeEach
    void start() throws Exception {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        TopologyCluster.fill(controlPlane);
        extender = new ExtenderProcess(controlPlane.kubeconfig(), directory);
        extender.start();
        await().atMost(SOON).until(() -> extender.knowsTopology("n" + (TopologyCluster.NODES - 1)));
        controlPlane.startScheduler(extender.schedulerConfiguration());
    }

    @AfterEach
    void stop() {
        done.set(true);
        writers.shutdownNow();
        if (extender != null) {
            extender.close();
        }
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    @Test
    void noCpuIsHeldTwiceAndNothingExceeded() throws Exception {
        List<Future<?>> all = begin();
        try (Watch watch = watch()) {
            awaitEnough();
            end(all);
        }
    }

    @Test
    @Tag("soak")
    void noCpuIsHeldTwiceWhileTheExtenderIsKilledAndTheApiServerAway() throws Exception {
        Duration half = Duration.ofSeconds(Integer.getInteger("koord.randomPods.seconds", 40))
                .dividedBy(2);
        List<Future<?>> all = begin();
        try (Watch watch = watch()) {
            crashAgainAndAgain(half);
            awayForAWhile();
        }
        // The pods that were under way are bound while nobody deletes any.
        try (Watch watch = watch()) {
            writing.writeLock().unlock();
            crashAgainAndAgain(half);
            awaitEnough();
            end(all);
        }
    }

    private List<Future<?>> begin() {
        List<Future<?>> all = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            int number = writer;
            all.add(writers.submit(() -> write(number)));
        }
        return all;
    }

    private Watch watch() {
        PodList list = controlPlane.client().pods().inNamespace("default").list();
        checker.restart(list.getItems());
        return controlPlane
                .client()
                .pods()
                .inNamespace("default")
                .withResourceVersion(list.getMetadata().getResourceVersion())
                .watch(checker);
    }

    private void awaitEnough() {
        await().atMost(SOON)
                .until(() -> checker.bound() > ENOUGH_BOUND && checker.withOwnCpus() > ENOUGH_WITH_OWN_CPUS);
    }

    private void end(List<Future<?>> all) throws Exception {
        done.set(true);
        for (Future<?> one : all) {
            one.get();
        }
        LOG.info("Checked binds={} withCpusOfTheirOwn={}", checker.bound(), checker.withOwnCpus());
        assertThat(checker.violations()).isEmpty();
        assertThat(checker.withOwnCpus()).isGreaterThan(ENOUGH_WITH_OWN_CPUS);
        assertThat(checker.bound()).isGreaterThan(ENOUGH_BOUND);
    }

    private void crashAgainAndAgain(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            pass(BETWEEN_CRASHES);
            extender.crash();
            extender.start();
        }
    }

    /** Holds the writers back until their lock is given up, while pods wait and binds are under way. */
    private void awayForAWhile() {
        writing.writeLock().lock();
        checker.pause();
        controlPlane.stopApiServer();
        pass(AWAY);
        controlPlane.startApiServer();
    }

    private static void pass(Duration duration) {
        await().pollDelay(duration).atMost(duration.plus(SOON)).until(() -> true);
    }

    private void write(int writer) {
        KubernetesClient client = controlPlane.client();
        Random random = new Random(writer);
        Queue<String> mine = new ArrayDeque<>();
        for (int number = 0; !done.get(); number++) {
            writing.readLock().lock();
            try {
                if (mine.size() < PODS_OF_A_WRITER) {
                    Pod pod = TopologyCluster.pod("w" + writer + "-" + number, random);
                    client.resource(pod).create();
                    mine.add(pod.getMetadata().getName());
                } else {
                    client.pods()
                            .inNamespace("default")
                            .withName(mine.remove())
                            .withGracePeriod(0)
                            .delete();
                }
            } catch (KubernetesClientException notNow) {
                LOG.info("Not written problem={}", notNow.getMessage());
            } finally {
                writing.readLock().unlock();
            }
        }
    }
}
