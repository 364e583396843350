package io.koordbridge.descheduler.decide.violation;

import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.protocol.PureCore;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** PodLifeTime: pods that are older than allowed, the oldest first. */
@PureCore
final class PodLifeTimeArgs {

    static final Set<String> FIELDS = Set.of(
            "maxPodLifeTimeSeconds",
            "states",
            "podStatusPhases",
            "includingInitContainers",
            "includingEphemeralContainers");

    private static final Set<String> PHASES = Set.of("Pending", "Running", "Succeeded", "Failed", "Unknown");
    private static final String MOST = "maxPodLifeTimeSeconds";

    private PodLifeTimeArgs() {}

    static PodRule rule(StrictFields args) {
        ViolationPlugins.notBuilt(args, "includingInitContainers", "includingEphemeralContainers");
        if (!args.has(MOST)) {
            args.refuse(MOST, "a whole number from 0 to " + Integer.MAX_VALUE + ", it must be given");
        }
        int most = args.whole(MOST, 0).orElse(Integer.MAX_VALUE);
        Set<String> phases = new HashSet<>(phases(args, "states"));
        phases.addAll(phases(args, "podStatusPhases"));
        Set<String> wanted = Set.copyOf(phases);
        return (pod, node, others, now) -> {
            long age = FailedPodsArgs.age(pod.created(), now);
            boolean matches = wanted.isEmpty() || wanted.contains(pod.state().phase());
            return matches && age > most
                    ? PodRule.Finding.of("the pod is " + age + " s old; the limit is " + most + " s")
                    : Optional.empty();
        };
    }

    private static Set<String> phases(StrictFields args, String field) {
        Set<String> phases = Set.copyOf(args.texts(field));
        if (!PHASES.containsAll(phases)) {
            args.refuse(
                    field,
                    String.join(", ", PHASES.stream().sorted().toList())
                            + " (reasons of containers are known, not built)");
        }
        return phases;
    }
}
