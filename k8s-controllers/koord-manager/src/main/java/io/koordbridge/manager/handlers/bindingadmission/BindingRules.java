package io.koordbridge.manager.handlers.bindingadmission;

import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Who may bind which pods.
 *
 * @param users parts of user names that may bind; empty admits all
 * @param everyNamespace whether {@code namespaces} does not count
 * @param dryRun whether a denial is only counted
 */
@PureCore
public record BindingRules(
        List<String> users,
        boolean everyNamespace,
        Set<String> namespaces,
        Set<String> excludedNamespaces,
        Set<String> bypassLabels,
        Set<String> bypassAnnotations,
        boolean dryRun) {

    private static final String ALL = "*";

    public BindingRules {
        users = List.copyOf(users);
        namespaces = Set.copyOf(namespaces);
        excludedNamespaces = Set.copyOf(excludedNamespaces);
        bypassLabels = Set.copyOf(bypassLabels);
        bypassAnnotations = Set.copyOf(bypassAnnotations);
    }

    /** What is known of a pod. */
    public record PodMarks(Map<String, String> labels, Map<String, String> annotations) {

        public PodMarks {
            labels = Map.copyOf(labels);
            annotations = Map.copyOf(annotations);
        }
    }

    /** The rules of settings; lists are texts with commas. */
    public static BindingRules of(BindingAdmissionConfig settings) {
        return new BindingRules(
                list(settings.userName()),
                settings.namespaces().equals(ALL),
                Set.copyOf(list(settings.namespaces())),
                Set.copyOf(list(settings.excludeNamespaces())),
                Set.copyOf(list(settings.bypassLabels())),
                Set.copyOf(list(settings.bypassAnnotations())),
                settings.dryRun());
    }

    private static List<String> list(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .distinct()
                .collect(Collectors.toList());
    }

    /**
     * The decision on a binding; empty without a restriction.
     *
     * @param pod asked only when everything else speaks for a denial; empty when the pod is not known
     */
    Optional<BindingDecision> decide(String user, String namespace, Supplier<Optional<PodMarks>> pod) {
        if (users.isEmpty()) {
            return Optional.empty();
        }
        if (users.stream().anyMatch(user::contains)) {
            return Optional.of(BindingDecision.ALLOWED_USER);
        }
        if (excludedNamespaces.contains(namespace)) {
            return Optional.of(BindingDecision.EXCLUDED_NAMESPACE);
        }
        if (!everyNamespace && namespaces.isEmpty()) {
            return Optional.empty();
        }
        boolean inScope = everyNamespace || namespaces.contains(namespace);
        return Optional.of(
                inScope
                        ? pod.get().map(this::ofPod).orElse(BindingDecision.UNKNOWN_POD)
                        : BindingDecision.OUT_OF_SCOPE);
    }

    private BindingDecision ofPod(PodMarks pod) {
        if (bypassLabels.stream().anyMatch(pod.labels()::containsKey)) {
            return BindingDecision.BYPASS_LABEL;
        }
        if (bypassAnnotations.stream().anyMatch(pod.annotations()::containsKey)) {
            return BindingDecision.BYPASS_ANNOTATION;
        }
        return dryRun ? BindingDecision.DRY_RUN : BindingDecision.DENIED;
    }
}
