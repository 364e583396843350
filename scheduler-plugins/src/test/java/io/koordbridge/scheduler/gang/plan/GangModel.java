package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.view.ClusterView;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * One history of two gangs: the first is declared by its pods, the second by a PodGroup. Both have four pods and a minimum of two. A
 * kube-scheduler that asks random questions in the storm, and only for pods that were woken in the calm behind it.
 */
final class GangModel {

    static final int MINIMUM = 2;
    /** Not enough for all. */
    static final Room SCARCE = new Room(3_000, 3_000);
    /** Just enough for all, in one place or in two. */
    static final List<Room> ENOUGH = List.of(new Room(8_000, 0), new Room(6_000, 2_000));

    private static final long POD = 1_000;
    private static final int PODS = 8;
    private static final String DECLARED = "g1";
    /** Has room for no pod. */
    private static final String NARROW = "n2";

    private static final Duration ROUND = Duration.ofSeconds(2);
    /** Twice the longest waits behind one another: the time-out of binds, and a rest. Shorter than anything is forgotten by age. */
    private static final int ROUNDS = 120;

    enum Kind {
        CREATE,
        /** All of a gang. */
        CREATE_ALL,
        DELETE,
        FILTER,
        /** With one name, as for a node that was nominated. */
        FILTER_ONE,
        /** Twice without one of the nodes. */
        FILTER_WITHOUT,
        BIND,
        /** kube-scheduler tries all of a gang. */
        CYCLE,
        BIND_ENDS,
        /** All of a gang. */
        BINDS_END,
        BIND_FAILS,
        POD_CHANGES,
        GROUP_GONE,
        GROUP_MADE,
        RESTART,
        LEASE_LOST,
        LEASE_HELD,
        ROUND,
        TIME_OUT
    }

    /** Milli-CPU of the two nodes that have any. */
    record Room(long first, long second) {}

    /** Pods 0 to 3 are of gang 0, 4 to 7 of gang 1. */
    record Step(Kind kind, int pod) {

        String name() {
            return "p" + pod;
        }
    }

    /** No event of the model is so late: what only a timer would end never ends. */
    private static final Duration NEVER = Duration.ofDays(10_000);

    private final GangScene scene;
    private final Map<String, String> policy;
    private final Map<String, Long> capacity;
    private final Map<String, String> offered = new TreeMap<>();
    private final Set<String> everBound = new HashSet<>();
    /** Pods that kube-scheduler is going to try. */
    private final Set<String> awake = new TreeSet<>();

    /**
     * A history without events.
     *
     * @param timers whether plans, vetoes and attempts also end by time
     */
    GangModel(MatchPolicy policy, Room room, boolean timers) {
        this.scene = new GangScene(Samples.capabilities(), timers ? UnaryOperator.identity() : time -> NEVER);
        this.policy = Map.of(Annotations.GANG_MATCH_POLICY, policy.text());
        this.capacity = Map.of("n0", room.first(), "n1", room.second());
        scene.node("n0", room.first());
        scene.node("n1", room.second());
        scene.node(NARROW, 0);
        madeAgain();
    }

    private void madeAgain() {
        if (!scene.hasPodGroup(DECLARED)) {
            scene.podGroup(DECLARED, MINIMUM, policy);
        }
    }

    static String gangOf(String pod) {
        return "g" + Integer.parseInt(pod.substring(1)) / 4;
    }

    void apply(Step step, int number) {
        String name = step.name();
        switch (step.kind()) {
            case CREATE -> create(name);
            case CREATE_ALL -> gang(step.pod()).forEach(this::create);
            case CYCLE ->
                gang(step.pod()).forEach(one -> {
                    filter(one, scene.nodes);
                    bind(one);
                });
            case DELETE -> {
                if (scene.exists(name)) {
                    scene.delete(name);
                    offered.remove(name);
                }
            }
            case FILTER -> filter(name, scene.nodes);
            case FILTER_ONE -> filter(name, List.of(scene.nodes.get(number % 3)));
            case FILTER_WITHOUT -> {
                filter(name, without(number % 3));
                filter(name, without(number % 3));
            }
            case BIND -> bind(name);
            case BIND_ENDS, BIND_FAILS ->
                List.copyOf(scene.goingOn.values()).stream()
                        .filter(request -> request.name().equals(name))
                        .forEach(request -> ends(request, step.kind() == Kind.BIND_ENDS));
            case BINDS_END ->
                List.copyOf(scene.goingOn.values()).stream()
                        .filter(request -> gang(step.pod()).contains(request.name()))
                        .forEach(request -> ends(request, true));
            case POD_CHANGES -> {
                if (scene.exists(name)) {
                    scene.podChanges(name);
                }
            }
            case GROUP_GONE -> {
                if (scene.hasPodGroup(DECLARED)) {
                    scene.podGroupGone(DECLARED);
                }
            }
            case GROUP_MADE -> madeAgain();
            case RESTART -> scene.restart(number % 2 == 0);
            case LEASE_LOST -> scene.leads = false;
            case LEASE_HELD -> scene.leads = true;
            case ROUND -> scene.pass(ROUND);
            case TIME_OUT -> scene.pass(GangScene.BIND_TIMEOUT.plusSeconds(1));
            default -> throw new IllegalStateException();
        }
    }

    private static List<String> gang(int pod) {
        int first = pod / 4 * 4;
        return IntStream.range(first, first + 4).mapToObj(one -> "p" + one).toList();
    }

    private void create(String name) {
        if (scene.exists(name)) {
            return;
        }
        if (gangOf(name).equals(DECLARED)) {
            scene.memberOf(DECLARED, name);
        } else {
            scene.pods(gangOf(name), MINIMUM, name);
        }
    }

    private List<String> without(int node) {
        return IntStream.range(0, 3)
                .filter(one -> one != node)
                .mapToObj(scene.nodes::get)
                .toList();
    }

    private void filter(String name, List<String> candidates) {
        if (scene.isPending(name) && !"go".equals(scene.binds.get(name))) {
            offered.put(name, scene.filter(name, candidates));
        }
    }

    private void bind(String name) {
        String node = offered.getOrDefault(name, "");
        if (scene.isPending(name) && node.startsWith("n") && !scene.binds.containsKey(name)) {
            Set<String> before = going();
            scene.bind(name, node);
            checkWhole(before, gangOf(name));
        }
    }

    private void ends(BindRequest request, boolean bound) {
        scene.ends(request, bound);
        if (bound && scene.exists(request.name()) && !scene.isPending(request.name())) {
            everBound.add(gangOf(request.name()));
        }
    }

    private Set<String> going() {
        Set<String> going = new HashSet<>();
        scene.goingOn.values().forEach(request -> going.add(request.name()));
        return going;
    }

    /** The first binds of a gang begin together, as many as its minimum. */
    private void checkWhole(Set<String> before, String gang) {
        Set<String> begun = going();
        boolean first = before.stream().noneMatch(pod -> gangOf(pod).equals(gang)) && !everBound.contains(gang);
        begun.removeAll(before);
        if (first && !begun.isEmpty()) {
            assertThat(begun).as("binds of %s", gang).hasSizeGreaterThanOrEqualTo(MINIMUM);
        }
    }

    /** Room is never given twice. */
    void checkRoom() {
        capacity.keySet().forEach(node -> assertThat(free(node)).isNotNegative());
    }

    private long free(String node) {
        return free(node, scene.ledger.view());
    }

    private long free(String node, ClusterView view) {
        return capacity.get(node) - view.node(node).orElseThrow().requested().get(ResourceNames.BATCH_CPU);
    }

    /** No room is kept for one pod of two, unless binds have begun. */
    void checkHolds() {
        for (String gang : List.of("g0", "g1")) {
            boolean begun = everBound.contains(gang)
                    || going().stream().anyMatch(pod -> gangOf(pod).equals(gang));
            assertThat(
                            begun
                                    ? 0
                                    : scene.held().stream()
                                            .filter(pod -> gangOf(pod).equals(gang))
                                            .count())
                    .as("room kept for %s", gang)
                    .isNotEqualTo(1);
        }
    }

    /** No hold outlives its deadline. */
    void checkNoHoldStays() {
        scene.pass(GangScene.BIND_TIMEOUT.plusSeconds(1));
        scene.pass(Duration.ofMinutes(11));
        assertThat(scene.held()).isSubsetOf(going());
    }

    /** Nothing disturbs any more and there is room for all: then all are placed. */
    void checkAllArePlacedInTheEnd() {
        scene.leads = true;
        madeAgain();
        List.copyOf(scene.goingOn.values()).forEach(request -> ends(request, true));
        IntStream.range(0, PODS).mapToObj(pod -> "p" + pod).forEach(this::create);
        IntStream.range(0, PODS)
                .mapToObj(pod -> "p" + pod)
                .filter(scene::isPending)
                .forEach(awake::add);
        awake.removeAll(scene.waitingBinds);
        scene.woken.clear();
        for (int round = 0; round < ROUNDS && !scene.pending().isEmpty(); round++) {
            calmRound();
        }
        assertThat(scene.pending()).as(scene::details).isEmpty();
    }

    private void calmRound() {
        for (String name : List.copyOf(awake)) {
            // A node that was nominated is asked about first, here one without room, and all nodes behind it.
            filter(name, List.of(NARROW));
            filter(name, scene.nodes);
            String node = offered.getOrDefault(name, "");
            if (node.equals("any")) {
                node = capacity.keySet().stream()
                        .filter(one -> free(one, scene.nodesFor(name)) >= POD)
                        .findFirst()
                        .orElse("any");
            }
            offered.put(name, node);
            if (!node.equals("any")) {
                awake.remove(name);
                scene.binds.remove(name);
                bind(name);
            }
        }
        List.copyOf(scene.goingOn.values()).forEach(request -> ends(request, true));
        scene.pass(ROUND);
        scene.woken.stream().filter(name -> !scene.waitingBinds.contains(name)).forEach(awake::add);
        scene.woken.clear();
        // A bind that was refused is tried again.
        awake.addAll(scene.binds.keySet());
        scene.binds.clear();
        awake.removeIf(name -> !scene.isPending(name));
    }
}
