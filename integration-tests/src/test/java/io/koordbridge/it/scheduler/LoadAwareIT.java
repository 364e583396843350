package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pods on nodes whose reports move, arrive late and stop, behind a stock kube-scheduler on a real API server. */
class LoadAwareIT {

    private static final Logger LOG = LoggerFactory.getLogger(LoadAwareIT.class);
    private static final Duration SOON = Duration.ofMinutes(3);
    /** Three seconds are promised; the rest is for a machine that does other things as well. */
    private static final Duration WAKE = Duration.ofSeconds(12);
    /** A report counts as arrived after this time. */
    private static final Duration ARRIVAL = Duration.ofSeconds(1);

    private static final int EXPIRATION_SECONDS = 15;
    private static final int NODES = 40;
    private static final int STEPS = 300;
    private static final int STEPS_BETWEEN_CRASHES = 100;
    private static final String LOW = "500m";
    private static final String HIGH = "3600m";

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess extender;

    /** What is known of a node: its last report and when it was written. */
    private record Report(boolean high, Instant at) {}

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        new Reports(controlPlane.client()).install();
        extender = new ExtenderProcess(
                controlPlane.kubeconfig(),
                directory,
                "--set=loadAware.nodeMetricExpirationSeconds=" + EXPIRATION_SECONDS);
        extender.start();
        controlPlane.startScheduler(extender.schedulerConfiguration());
    }

    @AfterAll
    static void stop() {
        if (extender != null) {
            extender.close();
        }
        if (controlPlane != null) {
            controlPlane.stopScheduler();
        }
    }

    @Test
    void aPodWaitsWhileItsNodeUsesTooMuchAndFollowsWhenThatFalls() {
        try (Scene scene = new Scene(controlPlane, "fall")) {
            String node = scene.node("one", 4_000, "8Gi");
            report(node, HIGH);
            await().atMost(SOON).until(() -> knowsReport(node));
            Pod pod = scene.batchPod("p", 500, "1Gi");
            await().atMost(SOON)
                    .until(() -> scene.failures(pod).stream()
                            .anyMatch(message -> message.contains("cpu usage exceed threshold")));
            // The first report may be too old by now.
            report(node, HIGH);
            await().atMost(SOON)
                    .until(() -> extender.view("/pods/default/fall-p")
                            .at("/filter/refused/0/example/details")
                            .toString()
                            .contains("threshold"));
            JsonNode refused = extender.view("/pods/default/fall-p").at("/filter/refused/0");
            assertThat(refused.at("/example/details").toString()).contains("load: cpu 4025 of 4000", "threshold 65 %");
            assertThat(refused.path("wokenBy").asText()).contains("report");

            Instant fell = Instant.now();
            report(node, LOW);
            scene.awaitPlaced(1);

            Duration waited = Duration.between(fell, Instant.now());
            LOG.info("Bound after its node fell below the threshold waitedMillis={}", waited.toMillis());
            assertThat(waited).isLessThan(WAKE);
        }
    }

    @Test
    void aNodeWhoseReportsStopTakesNoPods() {
        try (Scene scene = new Scene(controlPlane, "stop")) {
            String node = scene.node("one", 4_000, "8Gi");
            report(node, LOW);
            await().atMost(SOON).until(() -> knowsReport(node));
            await("expiry of the report")
                    .pollDelay(Duration.ofSeconds(EXPIRATION_SECONDS + 2))
                    .atMost(SOON)
                    .until(() -> true);

            Pod pod = scene.batchPod("p", 500, "1Gi");
            await().atMost(SOON)
                    .until(() ->
                            scene.failures(pod).stream().anyMatch(message -> message.contains("nodeMetric expired")));

            report(node, LOW);
            scene.awaitPlaced(1);
        }
    }

    @Test
    void noPodIsPlacedOnANodeThatReportedTooMuchBefore() throws Exception {
        try (Scene scene = new Scene(controlPlane, "moving")) {
            Map<String, Report> reports = new HashMap<>();
            for (int node = 0; node < NODES; node++) {
                reports.put(scene.node("n" + node, 400_000, "800Gi"), new Report(false, Instant.EPOCH));
            }
            List<String> names = List.copyOf(reports.keySet());
            Random random = new Random(7);
            for (String node : names) {
                move(node, random.nextBoolean(), reports);
            }
            await().atMost(SOON).until(() -> names.stream().allMatch(LoadAwareIT::knowsReport));
            Placements placements = new Placements(reports);
            try (Watch watch = controlPlane
                    .client()
                    .pods()
                    .inNamespace("default")
                    .withLabel("scene", "moving")
                    .watch(placements)) {
                for (int step = 0; step < STEPS; step++) {
                    move(names.get(random.nextInt(NODES)), random.nextBoolean(), reports);
                    scene.batchPod("p" + step, 100, "16Mi");
                    if (step % STEPS_BETWEEN_CRASHES == STEPS_BETWEEN_CRASHES / 2) {
                        extender.crash();
                        extender.start();
                    }
                }
                scene.awaitPlaced(STEPS);
            }
            LOG.info("Placements while reports moved checked={}", placements.checked);
            assertThat(placements.violations).isEmpty();
            assertThat(placements.checked.get()).isGreaterThan(STEPS / 2);
        }
    }

    /** Compares each placement with the reports of its node. */
    private static final class Placements implements Watcher<Pod> {

        private final Map<String, Report> reports;
        private final Set<String> seen = new HashSet<>();
        private final List<String> violations = new CopyOnWriteArrayList<>();
        private final AtomicInteger checked = new AtomicInteger();

        Placements(Map<String, Report> reports) {
            this.reports = reports;
        }

        @Override
        public void eventReceived(Action action, Pod pod) {
            if (action == Action.DELETED
                    || !Scene.isPlaced(pod)
                    || !seen.add(pod.getMetadata().getUid())) {
                return;
            }
            checked.incrementAndGet();
            String node = pod.getSpec().getNodeName();
            synchronized (reports) {
                Report report = reports.get(node);
                Instant now = Instant.now();
                // A report that is as young as the placement may have come behind it.
                if (report.high() && report.at().plus(ARRIVAL).isBefore(now.minusSeconds(1))) {
                    violations.add(pod.getMetadata().getName() + " is on " + node + ", which reported too much at "
                            + report.at() + ", now " + now);
                }
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            if (cause != null) {
                violations.add("the watch ended: " + cause.getMessage());
            }
        }
    }

    private static void move(String node, boolean high, Map<String, Report> reports) {
        report(node, high ? HIGH : LOW);
        synchronized (reports) {
            boolean same = reports.get(node).high() == high;
            reports.put(node, same ? reports.get(node) : new Report(high, Instant.now()));
        }
    }

    private static boolean knowsReport(String node) {
        return extender.view("/nodes/" + node).at("/plugins/loadAware").isObject();
    }

    private static void report(String node, String cpu) {
        new Reports(controlPlane.client()).write(node, cpu);
    }
}
