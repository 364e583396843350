package io.koordbridge.scheduler.gang;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.util.Duration;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.ManualClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Gangs over a ledger, with kube-scheduler and the binder played by the test. */
final class GangScene {

    static final java.time.Duration BIND_TIMEOUT = java.time.Duration.ofMinutes(1);

    final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    final ClusterLedger ledger = new ClusterLedger();
    final GangBook book = new GangBook();
    final List<String> woken = new ArrayList<>();
    /** Outcome of each bind that was asked for, by pod name: go, or why not. */
    final Map<String, String> binds = new HashMap<>();

    final List<String> nodes = new ArrayList<>();
    private final Map<String, Pod> pods = new HashMap<>();
    private final GangFeed feed = new GangFeed(book, java.time.Duration.ofMinutes(10), GangFeed.Groups.NONE);
    final Gangs gangs = new Gangs(
            book,
            ledger,
            Samples.capabilities(),
            new GangArgs(true, Duration.minutes(10), Duration.seconds(BIND_TIMEOUT.toSeconds()), 3),
            pod -> woken.add(pod.name()),
            clock,
            new MetricRegistry());

    void node(String name, long batchCpuMilli) {
        ledger.nodeSeen(Samples.nodeFacts(name, batchCpuMilli, "80Gi"));
        nodes.add(name);
    }

    void pod(String name, String gang, int minimum, Map<String, String> annotations) {
        Pod pod = new PodBuilder(Samples.batchPod(name, 1_000, "1Gi"))
                .editMetadata()
                .addToAnnotations(Annotations.GANG_NAME, gang)
                .addToAnnotations(Annotations.GANG_MIN_AVAILABLE, Integer.toString(minimum))
                .addToAnnotations(annotations)
                .endMetadata()
                .build();
        seen(pod);
    }

    void pod(String name, String gang, int minimum, UnaryOperator<PodSpecBuilder> spec) {
        Pod pod = new PodBuilder(Samples.batchPod(name, 1_000, "1Gi"))
                .editMetadata()
                .addToAnnotations(Annotations.GANG_NAME, gang)
                .addToAnnotations(Annotations.GANG_MIN_AVAILABLE, Integer.toString(minimum))
                .endMetadata()
                .build();
        pod.setSpec(spec.apply(new PodSpecBuilder(pod.getSpec())).build());
        seen(pod);
    }

    private void seen(Pod pod) {
        pods.put(pod.getMetadata().getName(), pod);
        ledger.podSeen(PodFactsReader.read(pod));
        feed.podSeen(pod);
    }

    /** The lines about the pod's gang for people. */
    String details(String name) {
        return String.join("; ", gangs.details(facts(name)));
    }

    void pods(String gang, int minimum, String... names) {
        for (String name : names) {
            pod(name, gang, minimum, Map.of());
        }
    }

    void delete(String name) {
        pods.remove(name);
        ledger.podGone("uid-" + name, "jobs/" + name);
        feed.podGone("uid-" + name, "jobs/" + name);
    }

    boolean exists(String name) {
        return pods.containsKey(name);
    }

    /** The node that filter offers; empty when it refuses, "any" when the pod is free. */
    String filter(String name) {
        return filter(name, nodes);
    }

    String filter(String name, List<String> candidates) {
        PodPlan.Answer answer = gangs.answer(facts(name), candidates);
        return answer instanceof PodPlan.Planned planned ? planned.node() : answer instanceof PodPlan.Free ? "any" : "";
    }

    /** What the gang says of a pod with our scheduling gate. */
    GateState gated(String name) {
        return gangs.gated(facts(name));
    }

    String refusal(String name) {
        return ((PodPlan.Refused) gangs.answer(facts(name), nodes)).reason().message();
    }

    private PodFacts facts(String name) {
        return PodFactsReader.read(pods.get(name));
    }

    void bind(String name, String node) {
        binds.remove(name);
        gangs.arrive(request(name, node), () -> binds.put(name, "go"), reason -> binds.put(name, reason));
    }

    /** What the Binding says of the gang. */
    Map<String, String> bindingSays(String name, String node) {
        return gangs.annotations(request(name, node));
    }

    /** The binder is done; a bound pod shows itself by its event. */
    void bindEnds(String name, String node, boolean bound) {
        gangs.ended(request(name, node), bound);
        binds.remove(name);
        if (bound && pods.containsKey(name)) {
            Pod pod = Samples.bound(pods.get(name), node);
            pods.put(name, pod);
            ledger.podSeen(PodFactsReader.read(pod));
            feed.podSeen(pod);
        }
    }

    private static BindRequest request(String name, String node) {
        return new BindRequest("jobs", name, "uid-" + name, node);
    }

    void pass(java.time.Duration time) {
        clock.advance(time);
        gangs.round();
    }

    /** Pods that have room kept, by name. */
    List<String> held() {
        return ledger.assumptions().stream()
                .map(one -> one.pod().name())
                .sorted()
                .toList();
    }
}
