package io.koordbridge.colo.preflight;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.LimitRangeItem;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Namespaces whose LimitRanges make the API server reject batch pods: these have neither cpu nor memory that could be in bounds. */
@PureCore
final class LimitRangeJudge {

    static final String PART = "limit ranges";

    private static final List<String> PLAIN = List.of(ResourceNames.CPU, ResourceNames.MEMORY);
    private static final List<String> TYPES = List.of("Container", "Pod");
    private static final String REMEDY =
            "leave cpu and memory out of its min, max and maxLimitRequestRatio, or keep the namespace's pods as they are: kubectl label namespace %s "
                    + Labels.WEBHOOK_OPT_OUT + "=true";

    private LimitRangeJudge() {}

    /**
     * A line for each namespace that a profile selects, or one that all is well.
     *
     * @param uncovered namespaces whose pods the webhook never changes
     */
    static List<Finding> judge(
            List<LimitRange> limitRanges,
            List<Namespace> namespaces,
            List<ClusterColocationProfile> profiles,
            Set<String> uncovered) {
        Map<String, Map<String, String>> labels = new TreeMap<>();
        namespaces.forEach(one -> labels.put(
                one.getMetadata().getName(), orEmpty(one.getMetadata().getLabels())));
        List<CompiledSelector> selectors = profiles.stream()
                .filter(one -> one.getSpec() != null)
                .map(one -> CompiledSelector.of(one.getSpec().namespaceSelector()))
                .toList();
        Map<String, TreeSet<String>> bounds = new TreeMap<>();
        for (LimitRange one : limitRanges) {
            String namespace = one.getMetadata().getNamespace();
            if (!uncovered.contains(namespace) && mutated(labels.getOrDefault(namespace, Map.of()), selectors)) {
                bounds(one)
                        .forEach(text -> bounds.computeIfAbsent(namespace, unused -> new TreeSet<>())
                                .add(text));
            }
        }
        if (bounds.isEmpty()) {
            return List.of(Finding.ok(PART, "cpu and memory", "no bounds where a ClusterColocationProfile applies"));
        }
        List<Finding> findings = new ArrayList<>();
        bounds.forEach((namespace, texts) -> findings.add(Finding.warn(
                PART,
                "namespace " + namespace,
                "the API server rejects its batch pods: " + String.join(", ", texts),
                REMEDY.formatted(namespace))));
        return findings;
    }

    private static boolean mutated(Map<String, String> labels, List<CompiledSelector> selectors) {
        return !"true".equals(labels.get(Labels.WEBHOOK_OPT_OUT))
                && selectors.stream()
                        .anyMatch(selector ->
                                selector.isEmpty() || (selector.problem().isEmpty() && selector.matches(labels)));
    }

    private static List<String> bounds(LimitRange limitRange) {
        List<String> found = new ArrayList<>();
        if (limitRange.getSpec() == null) {
            return found;
        }
        for (LimitRangeItem item : orEmpty(limitRange.getSpec().getLimits())) {
            if (TYPES.contains(item.getType())) {
                String name = limitRange.getMetadata().getName() + " has %s of %s for each " + item.getType();
                add(found, name, "min", item.getMin());
                add(found, name, "max", item.getMax());
                add(found, name, "maxLimitRequestRatio", item.getMaxLimitRequestRatio());
            }
        }
        return found;
    }

    private static void add(List<String> found, String text, String bound, @Nullable Map<String, Quantity> amounts) {
        PLAIN.stream().filter(orEmpty(amounts)::containsKey).forEach(name -> found.add(text.formatted(bound, name)));
    }
}
