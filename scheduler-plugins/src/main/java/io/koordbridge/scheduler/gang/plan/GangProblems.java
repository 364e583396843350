package io.koordbridge.scheduler.gang.plan;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.pod.GangGroupsReader;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.podgroup.PodGroupSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What cannot be used of a PodGroup, or of what a pod says of its gang: field, value and what is allowed. */
@PureCore
public final class GangProblems {

    private static final int SHOWN = 64;
    private static final Set<String> POLICIES = Set.of("only-waiting", "waiting-and-running", "once-satisfied");
    private static final Set<String> MODES = Set.of("Strict", "NonStrict");

    private GangProblems() {}

    /** The problems of a PodGroup. */
    public static List<String> of(PodGroup group) {
        List<String> problems = new ArrayList<>();
        PodGroupSpec spec = Objects.requireNonNullElse(group.getSpec(), new PodGroupSpec(null, null, null));
        minimum("spec.minMember", String.valueOf(spec.minMember()), problems);
        Long wait = spec.scheduleTimeoutSeconds();
        if (wait != null && (wait < 0 || wait > Integer.MAX_VALUE)) {
            problems.add("spec.scheduleTimeoutSeconds = " + wait + ", allowed: 0 to " + Integer.MAX_VALUE);
        }
        Map<String, String> annotations =
                Objects.requireNonNullElse(group.getMetadata().getAnnotations(), Map.of());
        common(annotations, Optional.ofNullable(spec.minMember()), problems);
        return problems;
    }

    /** The problems of what a pod says of its gang. */
    public static List<String> ofPod(Pod pod) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(pod.getMetadata().getAnnotations(), Map.of());
        List<String> problems = new ArrayList<>();
        String label = GangReader.label(pod.getMetadata(), Labels.GANG_MIN_AVAILABLE);
        String minimum = label.isEmpty() ? annotations.get(Annotations.GANG_MIN_AVAILABLE) : label;
        if (!label.isEmpty()) {
            minimum("label " + Labels.GANG_MIN_AVAILABLE, label, problems);
        } else if (minimum != null) {
            minimum("annotation " + Annotations.GANG_MIN_AVAILABLE, minimum, problems);
        }
        String wait = annotations.getOrDefault(Annotations.GANG_WAITING_TIME, "");
        if (!wait.isEmpty()
                && GoDurations.nanos(wait).filter(nanos -> nanos > 0).isEmpty()) {
            problems.add(problem(Annotations.GANG_WAITING_TIME, wait, "a time of more than 0 such as 30s"));
        }
        common(annotations, Optional.ofNullable(minimum).flatMap(GangReader::number), problems);
        return problems;
    }

    private static void common(Map<String, String> annotations, Optional<Long> minimum, List<String> problems) {
        oneOf(annotations, Annotations.GANG_MODE, MODES, problems);
        oneOf(annotations, Annotations.GANG_MATCH_POLICY, POLICIES, problems);
        oneOf(annotations, Annotations.GANG_MATCH_POLICY_ALIAS, POLICIES, problems);
        String total = annotations.getOrDefault(Annotations.GANG_TOTAL, "");
        if (!total.isEmpty()
                && GangReader.number(total)
                        .filter(all -> all >= minimum.orElse(all))
                        .isEmpty()) {
            problems.add(problem(Annotations.GANG_TOTAL, total, "a whole number of at least the minimum"));
        }
        GangGroupsReader.read(annotations.get(Annotations.GANG_GROUPS))
                .problems()
                .forEach(problem -> problems.add(problem.message()));
    }

    private static void minimum(String field, String text, List<String> problems) {
        if (GangReader.number(text)
                .filter(least -> least >= 1 && least <= Integer.MAX_VALUE)
                .isEmpty()) {
            problems.add(field + " = " + shown(text) + ", allowed: 1 to " + Integer.MAX_VALUE);
        }
    }

    private static void oneOf(Map<String, String> annotations, String key, Set<String> allowed, List<String> problems) {
        String text = annotations.getOrDefault(key, "");
        if (!text.isEmpty() && !allowed.contains(text)) {
            problems.add(problem(
                    key, text, String.join(", ", allowed.stream().sorted().toList())));
        }
    }

    private static String problem(String key, String text, String allowed) {
        return "annotation " + key + " = " + shown(text) + ", allowed: " + allowed;
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
