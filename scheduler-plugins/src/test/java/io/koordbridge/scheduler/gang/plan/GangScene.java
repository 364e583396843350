package io.koordbridge.scheduler.gang.plan;

import com.codahale.metrics.MetricRegistry;
import io.dropwizard.util.Duration;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.podgroup.PodGroupSpec;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.NodeFacts;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.scheduler.wake.WakeApi;
import io.koordbridge.testkit.ManualClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Gangs over a ledger, with kube-scheduler and the binder played by the test. */
final class GangScene {

    static final java.time.Duration BIND_TIMEOUT = java.time.Duration.ofMinutes(1);

    final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    final List<String> woken = new ArrayList<>();
    /** Names of pods whose gate of ours is closed. */
    final Set<String> closedGates = new TreeSet<>();
    /** Outcome of each bind that was asked for, by pod name: go, or why not. */
    final Map<String, String> binds = new HashMap<>();
    /** Binds that go on, by pod uid. */
    final Map<String, BindRequest> goingOn = new LinkedHashMap<>();
    /** Names of pods whose bind has no outcome yet. */
    final Set<String> waitingBinds = new TreeSet<>();

    final List<String> nodes = new ArrayList<>();
    boolean leads = true;
    ClusterLedger ledger = new ClusterLedger();
    Gangs gangs;
    private GangFeed feed;
    private final Map<String, NodeFacts> nodeFacts = new LinkedHashMap<>();
    private final Map<String, Pod> pods = new TreeMap<>();
    private final Map<String, PodGroup> groups = new TreeMap<>();
    /** By pod name; of the last pod of that name. */
    private final Map<String, String> uids = new HashMap<>();

    private final WakeApi wake = new WakeApi() {
        @Override
        public boolean acts() {
            return leads;
        }

        @Override
        public boolean wake(PodFacts pod) {
            return leads && woken.add(pod.name());
        }

        @Override
        public boolean isGated(PodFacts pod) {
            return closedGates.contains(pod.name());
        }
    };

    final MetricRegistry metrics = new MetricRegistry();
    private final Capabilities capabilities;
    private final UnaryOperator<java.time.Duration> timers;

    GangScene() {
        this(Samples.capabilities());
    }

    GangScene(Capabilities capabilities) {
        this(capabilities, UnaryOperator.identity());
    }

    /**
     * The same.
     *
     * @param timers gives the time after which is ended what no event has ended
     */
    GangScene(Capabilities capabilities, UnaryOperator<java.time.Duration> timers) {
        this.capabilities = capabilities;
        this.timers = timers;
        GangBook book = new GangBook();
        feed = new GangFeed(book, java.time.Duration.ofMinutes(10), GangFeed.Groups.NONE);
        gangs = gangs(book);
    }

    private Gangs gangs(GangBook book) {
        return new Gangs(
                new GangRounds.Parts(book, ledger, capabilities, clock),
                new GangArgs(true, Duration.minutes(10), Duration.seconds(BIND_TIMEOUT.toSeconds()), 3),
                timers,
                wake,
                metrics);
    }

    /** Another process reads what the API server has; binds under way are lost. */
    void restart(boolean groupsFirst) {
        metrics.remove("koord_scheduler_gangs_waiting");
        binds.clear();
        goingOn.clear();
        waitingBinds.clear();
        ledger = new ClusterLedger();
        GangBook book = new GangBook();
        feed = new GangFeed(book, java.time.Duration.ofMinutes(10), GangFeed.Groups.NONE);
        gangs = gangs(book);
        nodeFacts.values().forEach(ledger::nodeSeen);
        if (groupsFirst) {
            groups.values().forEach(feed::groupSeen);
        }
        pods.values().forEach(this::shown);
        groups.values().forEach(feed::groupSeen);
    }

    void node(String name, long batchCpuMilli) {
        nodes.add(name);
        nodeIs(Samples.nodeFacts(name, batchCpuMilli, "80Gi"));
    }

    private void nodeIs(NodeFacts facts) {
        nodeFacts.put(facts.name(), facts);
        ledger.nodeSeen(facts);
    }

    void nodeGone(String name) {
        nodes.remove(name);
        nodeFacts.remove(name);
        ledger.nodeGone(name);
    }

    /** A pod without a gang. */
    void single(String name) {
        seen(Samples.batchPod(name, 1_000, "1Gi"));
    }

    /** What a PodGroup says of its gang; pods name it by {@link #memberOf}. */
    void podGroup(String name, long minimum, Map<String, String> annotations) {
        PodGroup group = new PodGroup();
        group.getMetadata().setNamespace("jobs");
        group.getMetadata().setName(name);
        group.getMetadata().setAnnotations(annotations);
        group.setSpec(new PodGroupSpec(minimum, null, null));
        groups.put(name, group);
        feed.groupSeen(group);
    }

    void podGroupGone(String name) {
        feed.groupGone(groups.remove(name));
    }

    boolean hasPodGroup(String name) {
        return groups.containsKey(name);
    }

    /** A pod of a gang that has a PodGroup. */
    void memberOf(String group, String name) {
        seen(new PodBuilder(Samples.batchPod(name, 1_000, "1Gi"))
                .editMetadata()
                .addToLabels(Labels.POD_GROUP, group)
                .endMetadata()
                .build());
    }

    /** The pod changes in a way that gangs do not care about. */
    void podChanges(String name) {
        shown(pods.get(name));
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
        String name = pod.getMetadata().getName();
        if (!pods.containsKey(name)) {
            uids.merge(name, "uid-" + name, (before, first) -> before + "x");
        }
        pod.getMetadata().setUid(uids.get(name));
        pods.put(name, pod);
        shown(pod);
    }

    private void shown(Pod pod) {
        ledger.podSeen(PodFactsReader.read(pod));
        feed.podSeen(pod);
    }

    /** How many plans ended so: planned, no_room or given_up. */
    long plans(String result) {
        return metrics.counter(MetricNames.of("koord_scheduler_gang_plans_total", "result", result))
                .getCount();
    }

    /** How many plans were searched. */
    long plans() {
        return plans("planned") + plans("no_room");
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
        binds.remove(name);
        waitingBinds.remove(name);
        ledger.podGone(uids.get(name), "jobs/" + name);
        feed.podGone(uids.get(name), "jobs/" + name);
    }

    boolean exists(String name) {
        return pods.containsKey(name);
    }

    /** Names of pods without a node. */
    List<String> pending() {
        return pods.keySet().stream().filter(this::isPending).toList();
    }

    /** The lines about all gangs for people. */
    String details() {
        return pods.keySet().stream().map(this::details).distinct().toList().toString();
    }

    /** Whether the pod exists and has no node. */
    boolean isPending(String name) {
        return exists(name) && ledger.pendingPod("jobs", name).isPresent();
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

    /** All nodes as filter sees them for a pod that is free: room that is kept for it does not stand in its way. */
    ClusterView nodesFor(String name) {
        return ledger.viewFor(uids.get(name));
    }

    private PodFacts facts(String name) {
        return PodFactsReader.read(pods.get(name));
    }

    /** The same whose refusal is answered in a way of the test's own. */
    void bind(String name, String node, Consumer<String> refuse) {
        gangs.arrive(request(name, node), () -> binds.put(name, "go"), refuse);
    }

    void bind(String name, String node) {
        binds.remove(name);
        waitingBinds.add(name);
        BindRequest request = request(name, node);
        gangs.arrive(
                request,
                () -> {
                    goingOn.put(request.uid(), request);
                    answered(request, "go");
                },
                reason -> answered(request, reason));
    }

    private void answered(BindRequest request, String outcome) {
        if (request.uid().equals(uids.get(request.name())) && exists(request.name())) {
            binds.put(request.name(), outcome);
            waitingBinds.remove(request.name());
        }
    }

    /** What the Binding says of the gang. */
    Map<String, String> bindingSays(String name, String node) {
        return gangs.annotations(request(name, node));
    }

    /** The binder is done; a bound pod shows itself by its event. */
    void bindEnds(String name, String node, boolean bound) {
        ends(request(name, node), bound);
    }

    /** The same of a bind whose pod may be gone, or another one by now. */
    void ends(BindRequest request, boolean bound) {
        gangs.ended(request, bound);
        goingOn.remove(request.uid());
        Pod pod = pods.get(request.name());
        if (pod != null && pod.getMetadata().getUid().equals(request.uid())) {
            binds.remove(request.name());
            if (bound) {
                Pod now = Samples.bound(pod, request.node());
                pods.put(request.name(), now);
                shown(now);
            }
        }
    }

    private BindRequest request(String name, String node) {
        return new BindRequest("jobs", name, uids.get(name), node);
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
