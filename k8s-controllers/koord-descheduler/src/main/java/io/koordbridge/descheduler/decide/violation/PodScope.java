package io.koordbridge.descheduler.decide.violation;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Set;

/**
 * The pods that a plugin looks at.
 *
 * @param include namespaces, empty for all
 * @param exclude namespaces
 * @param labels absent or empty for all
 */
@PureCore
record PodScope(Set<String> include, Set<String> exclude, CompiledSelector labels) {

    /** Fields of the arguments that hold a scope. */
    static final List<String> FIELDS = List.of("namespaces", "labelSelector");

    PodScope {
        include = Set.copyOf(include);
        exclude = Set.copyOf(exclude);
    }

    static PodScope of(StrictFields args) {
        StrictFields namespaces = args.object("namespaces").only(Set.of("include", "exclude"));
        Set<String> include = Set.copyOf(namespaces.texts("include"));
        Set<String> exclude = Set.copyOf(namespaces.texts("exclude"));
        if (!include.isEmpty() && !exclude.isEmpty()) {
            args.refuse("namespaces", "only one of include and exclude");
        }
        return new PodScope(include, exclude, args.selector("labelSelector"));
    }

    boolean covers(PodFacts pod) {
        String namespace = pod.ref().namespace();
        return (include.isEmpty() || include.contains(namespace))
                && !exclude.contains(namespace)
                && (labels.source() == null || labels.matches(pod.labels()));
    }
}
