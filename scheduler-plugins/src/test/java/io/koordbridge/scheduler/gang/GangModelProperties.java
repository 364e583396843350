package io.koordbridge.scheduler.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.ResourceNames;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Gangs under any order of events: room is never given twice, binds begin for a whole minimum or not at all, no hold outlives its deadline. */
class GangModelProperties {

    private static final int MINIMUM = 2;
    private static final long CAPACITY = 3_000;

    enum Kind {
        CREATE,
        DELETE,
        FILTER,
        FILTER_ELSEWHERE,
        BIND,
        BIND_ENDS,
        BIND_FAILS,
        ROUND,
        TIME_OUT
    }

    /** Pods 0 to 3 are of gang 0, 4 to 7 of gang 1. */
    record Step(Kind kind, int pod) {

        String name() {
            return "p" + pod;
        }

        String gang() {
            return "g" + pod / 4;
        }
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class), Arbitraries.integers().between(0, 7))
                .as(Step::new)
                .list()
                .ofMaxSize(80);
    }

    @Property(tries = 10_000)
    void roomIsGivenOnceAndToWholeGangs(@ForAll("histories") List<Step> history) {
        GangScene scene = new GangScene();
        scene.node("n0", CAPACITY);
        scene.node("n1", CAPACITY);
        Map<String, String> offered = new TreeMap<>();
        Set<String> everBound = new HashSet<>();
        int number = 0;
        for (Step step : history) {
            apply(scene, step, offered, everBound, number++);

            for (String node : scene.nodes) {
                assertThat(scene.ledger
                                .view()
                                .node(node)
                                .orElseThrow()
                                .requested()
                                .get(ResourceNames.BATCH_CPU))
                        .isLessThanOrEqualTo(CAPACITY);
            }
            if (step.kind() == Kind.ROUND || step.kind() == Kind.TIME_OUT) {
                List.of("g0", "g1").stream()
                        .filter(gang -> !everBound.contains(gang))
                        .forEach(gang -> assertThat(heldUnlessGoing(scene, gang))
                                .as("room kept for %s", gang)
                                .isNotEqualTo(1));
            }
        }
        scene.pass(GangScene.BIND_TIMEOUT.plusSeconds(1));
        scene.pass(Duration.ofMinutes(11));
        assertThat(scene.held()).isSubsetOf(going(scene));
    }

    private static void apply(
            GangScene scene, Step step, Map<String, String> offered, Set<String> everBound, int number) {
        String name = step.name();
        boolean exists = scene.exists(name);
        boolean pending = exists && scene.ledger.pendingPod("jobs", name).isPresent();
        switch (step.kind()) {
            case CREATE -> {
                if (!exists) {
                    scene.pods(step.gang(), MINIMUM, name);
                }
            }
            case DELETE -> {
                if (exists) {
                    scene.delete(name);
                    offered.remove(name);
                }
            }
            case FILTER, FILTER_ELSEWHERE -> {
                if (pending && !"go".equals(scene.binds.get(name))) {
                    List<String> candidates = step.kind() == Kind.FILTER ? scene.nodes : List.of("n" + number % 2);
                    offered.put(name, scene.filter(name, candidates));
                }
            }
            case BIND -> {
                String node = offered.getOrDefault(name, "");
                if (pending && node.startsWith("n") && !scene.binds.containsKey(name)) {
                    Set<String> before = going(scene);
                    scene.bind(name, node);
                    checkWhole(scene, before, step.gang(), everBound);
                }
            }
            case BIND_ENDS, BIND_FAILS -> {
                if ("go".equals(scene.binds.get(name))) {
                    boolean bound = step.kind() == Kind.BIND_ENDS && pending;
                    scene.bindEnds(name, offered.getOrDefault(name, "n0"), bound);
                    if (bound) {
                        everBound.add(step.gang());
                    }
                }
            }
            case ROUND -> scene.pass(Duration.ofSeconds(2));
            case TIME_OUT -> scene.pass(GangScene.BIND_TIMEOUT.plusSeconds(1));
            default -> throw new IllegalStateException();
        }
    }

    private static Set<String> going(GangScene scene) {
        Set<String> going = new HashSet<>();
        scene.binds.forEach((pod, outcome) -> {
            if (outcome.equals("go")) {
                going.add(pod);
            }
        });
        return going;
    }

    /** The first binds of a gang begin together, as many as its minimum. */
    private static void checkWhole(GangScene scene, Set<String> before, String gang, Set<String> everBound) {
        Set<String> begun = going(scene);
        boolean first = before.stream().noneMatch(pod -> gangOf(pod).equals(gang)) && !everBound.contains(gang);
        begun.removeAll(before);
        if (first && !begun.isEmpty()) {
            assertThat(begun).as("binds of %s", gang).hasSizeGreaterThanOrEqualTo(MINIMUM);
        }
    }

    private static String gangOf(String pod) {
        return "g" + Integer.parseInt(pod.substring(1)) / 4;
    }

    /** How many pods of a gang of minimum 2 have room; 0 when binds of it have begun. */
    private static long heldUnlessGoing(GangScene scene, String gang) {
        boolean going = going(scene).stream().anyMatch(pod -> gangOf(pod).equals(gang));
        return going
                ? 0
                : scene.held().stream().filter(pod -> gangOf(pod).equals(gang)).count();
    }
}
