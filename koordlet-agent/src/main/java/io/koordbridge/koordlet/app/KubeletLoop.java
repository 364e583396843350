package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.kubelet.Kubelet;
import io.koordbridge.koordlet.kubelet.KubeletSettings;
import io.koordbridge.koordlet.kubepods.ClusterWatcher;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.nodetopology.MachineFactsReader;
import io.koordbridge.koordlet.nodetopology.TopologyFacts;
import io.koordbridge.koordlet.nodetopology.TopologyReporter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks the kubelet for its pods, and keeps the NodeResourceTopology of the node up to date once its pods are known. */
final class KubeletLoop {

    private static final Duration PODS = Duration.ofSeconds(10);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration OUTDATED = Duration.ofSeconds(30);

    private final ClusterWatcher watch;
    private final Kubelet kubelet;
    private final Clock clock;
    private final TopologyReporter reporter;
    private final boolean writes;
    private Duration wait = PODS;
    private @Nullable Instant askedAt;

    KubeletLoop(
            KoordletConfig config,
            Machine machine,
            KubernetesClient client,
            ClusterWatcher watch,
            Clock clock,
            MetricRegistry metrics,
            Consumer<String> problems) {
        this.watch = watch;
        this.clock = clock;
        this.writes = config.gates().isOn(Gate.NODE_TOPOLOGY_REPORT);
        this.kubelet = new Kubelet(config.kubernetes().kubelet(), metrics, problems);
        this.reporter = new TopologyReporter(
                client,
                new MachineFactsReader(
                        machine.files(),
                        Path.of(config.roots().sys()),
                        Path.of(config.roots().proc()),
                        config.gates().isOn(Gate.HUGE_PAGE_REPORT)),
                kubelet,
                watch::ownTopology,
                metrics,
                problems);
    }

    /** What the kubelet answers of its configuration; empty until it does. */
    Optional<KubeletSettings> said() {
        return kubelet.said();
    }

    /** Every few seconds. */
    void round() {
        Instant before = askedAt;
        if (before == null || !clock.instant().isBefore(before.plus(wait))) {
            askPods();
        }
        watch.endKubeletPods(clock.instant().minus(OUTDATED));
        report();
    }

    /** A control group of a pod appeared. */
    void birth() {
        Instant before = askedAt;
        if (before == null || !clock.instant().isBefore(before.plus(SHORTEST))) {
            askPods();
        }
    }

    /** A kubelet that does not answer is asked less often while the API server does. */
    private void askPods() {
        Instant now = clock.instant();
        askedAt = now;
        List<Pod> pods = watch.view()
                .node()
                .flatMap(NodeFacts::kubelet)
                .map(address -> kubelet.pods(address, !watch.isConnected()))
                .orElse(List.of());
        if (!pods.isEmpty()) {
            watch.kubeletPods(pods, now);
        }
        boolean mayWait = pods.isEmpty() && watch.isConnected();
        wait = mayWait ? LONGEST : PODS;
    }

    private void report() {
        if (!watch.hasListedPods()) {
            return;
        }
        NodeView view = watch.view();
        Instant now = clock.instant();
        Optional<TopologyFacts> facts = reporter.calculate(view, now);
        if (facts.isPresent() && view.node().isPresent() && writes && watch.hasListedTopologies()) {
            reporter.write(view.node().get(), watch.topology(), facts.get(), now);
        }
    }
}
