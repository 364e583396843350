package io.koordbridge.manager.quota.topology;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.document.quota.QuotaSwitches;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.manager.quota.topology.QuotaDecision.Change;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rules on creating, changing and deleting quotas; manager specification section 9.6. */
@PureCore
public final class QuotaRules {

    private QuotaRules() {}

    /**
     * Decides on a change.
     *
     * @param podsBelong answer to {@link #question}
     */
    public static QuotaDecision decide(
            QuotaTopology topology, QuotaReview review, QuotaGates gates, boolean podsBelong) {
        return switch (review.operation()) {
            case CREATE -> create(topology, review, gates);
            case UPDATE -> update(topology, review, gates, podsBelong);
            case DELETE -> delete(topology, review.quota(), podsBelong);
        };
    }

    /** What must be known of pods before {@link #decide}; empty when pods do not matter. */
    public static Optional<PodQuestion> question(QuotaTopology topology, QuotaReview review, QuotaGates gates) {
        if (!decide(topology, review, gates, false).allowed()
                || decide(topology, review, gates, true).allowed()) {
            return Optional.empty();
        }
        Set<String> namespaces = new HashSet<>();
        if (review.before() != null) {
            namespaces.add(review.name());
            namespaces.addAll(namespaces(review.before()));
        }
        return Optional.of(new PodQuestion(review.name(), namespaces));
    }

    private static QuotaDecision create(QuotaTopology topology, QuotaReview review, QuotaGates gates) {
        ElasticQuota quota = review.quota();
        QuotaInfo wanted = QuotaInfo.of(quota, gates.namespaces(), null);
        if (topology.quota(wanted.name()).isPresent()) {
            return QuotaDecision.denied("quota " + wanted.name() + " exists; names are unique across namespaces");
        }
        return foreign(review.before(), wanted, gates.namespaces())
                .or(() -> boundElsewhere(topology, wanted))
                .or(() -> QuotaSelfRules.violation(quota).map(problem -> about(wanted, problem)))
                .or(() -> TopologyRules.violation(topology, wanted, gates))
                .map(QuotaDecision::denied)
                .orElseGet(() -> QuotaDecision.accepted(new Change(wanted.name(), wanted)));
    }

    private static QuotaDecision update(
            QuotaTopology topology, QuotaReview review, QuotaGates gates, boolean podsBelong) {
        if (review.before() != null && sameForRules(review.before(), review.quota())) {
            return QuotaDecision.UNCHANGED;
        }
        QuotaInfo wanted = QuotaInfo.of(review.quota(), gates.namespaces(), null);
        if (wanted.name().equals(WellKnown.SYSTEM_QUOTA) || wanted.name().equals(WellKnown.ROOT_QUOTA)) {
            return QuotaDecision.denied("quota " + wanted.name() + " is built in and cannot be changed");
        }
        Optional<QuotaInfo> known = topology.quota(wanted.name());
        if (known.isEmpty()) {
            return QuotaDecision.denied("quota " + wanted.name() + " is not known");
        }
        return foreign(review.before(), wanted, gates.namespaces())
                .or(() -> boundElsewhere(topology, wanted))
                .or(() -> QuotaSelfRules.violation(review.quota()).map(problem -> about(wanted, problem)))
                .or(() -> TopologyRules.parenthood(topology, known.get(), wanted, podsBelong))
                .or(() -> TopologyRules.treeChange(known.get(), wanted))
                .or(() -> TopologyRules.violation(topology, wanted, gates))
                .map(QuotaDecision::denied)
                .orElseGet(() -> QuotaDecision.accepted(new Change(wanted.name(), wanted)));
    }

    private static QuotaDecision delete(QuotaTopology topology, ElasticQuota quota, boolean podsBelong) {
        String name = quota.getMetadata().getName();
        if (Set.of(WellKnown.SYSTEM_QUOTA, WellKnown.ROOT_QUOTA, WellKnown.DEFAULT_QUOTA)
                .contains(name)) {
            return QuotaDecision.denied("quota " + name + " is built in and cannot be deleted");
        }
        if (topology.quota(name).isEmpty()) {
            return QuotaDecision.denied("quota " + name + " is not known");
        }
        Collection<QuotaInfo> children = topology.children(name);
        if (!children.isEmpty()) {
            String what = children.size() == 1 ? " child: " : " children, for example ";
            return QuotaDecision.denied("quota " + name + " has " + children.size() + what
                    + children.iterator().next().name());
        }
        return podsBelong
                ? QuotaDecision.denied("quota " + name + " has pods")
                : QuotaDecision.accepted(new Change(name, null));
    }

    private static String about(QuotaInfo quota, String problem) {
        return "quota " + quota.name() + ": " + problem;
    }

    /** What an object has stayed with may stay: it binds no namespace. */
    private static Optional<String> foreign(@Nullable ElasticQuota before, QuotaInfo wanted, QuotaNamespaces rule) {
        if (rule.mayBindOthers(wanted.home())) {
            return Optional.empty();
        }
        Set<String> kept = before == null ? Set.of() : Set.copyOf(namespaces(before));
        return wanted.namespaces().stream()
                .filter(namespace -> !namespace.equals(wanted.home()) && !kept.contains(namespace))
                .findFirst()
                .map(namespace -> about(
                        wanted,
                        "annotation " + Annotations.QUOTA_NAMESPACES + " names " + namespace
                                + ", allowed: its own namespace "
                                + wanted.home() + "; quotas of the namespaces " + new TreeSet<>(rule.names())
                                + " (quotaNamespaces) may name others"));
    }

    private static Optional<String> boundElsewhere(QuotaTopology topology, QuotaInfo wanted) {
        for (String namespace : wanted.bound()) {
            Optional<String> bound = topology.boundTo(namespace);
            if (bound.isPresent() && !bound.get().equals(wanted.name())) {
                return Optional.of("namespace " + namespace + " is bound to quota " + bound.get()
                        + " and cannot be bound to quota " + wanted.name());
            }
        }
        return Optional.empty();
    }

    /** Whether all that the rules of an update look at is the same; other labels and annotations are free. */
    private static boolean sameForRules(ElasticQuota before, ElasticQuota after) {
        boolean sameLabels = QuotaDocuments.parent(before).equals(QuotaDocuments.parent(after))
                && QuotaDocuments.treeId(before).equals(QuotaDocuments.treeId(after))
                && isParent(before) == isParent(after);
        return sameLabels && bindings(before).equals(bindings(after)) && sameSpec(before.getSpec(), after.getSpec());
    }

    private static boolean isParent(ElasticQuota quota) {
        return QuotaDocuments.switches(quota).map(QuotaSwitches::isParent).orElse(false);
    }

    private static List<String> namespaces(ElasticQuota quota) {
        return QuotaDocuments.names(quota, Annotations.QUOTA_NAMESPACES).orElse(List.of());
    }

    private static String bindings(ElasticQuota quota) {
        Map<String, String> annotations = quota.getMetadata().getAnnotations();
        String text = annotations == null ? null : annotations.get(Annotations.QUOTA_NAMESPACES);
        return Objects.requireNonNullElse(text, "");
    }

    private static boolean sameSpec(@Nullable ElasticQuotaSpec before, @Nullable ElasticQuotaSpec after) {
        return same(before == null ? null : before.min(), after == null ? null : after.min())
                && same(before == null ? null : before.max(), after == null ? null : after.max());
    }

    private static boolean same(@Nullable Map<String, Quantity> before, @Nullable Map<String, Quantity> after) {
        return ResourceAmounts.of(before).sameAs(ResourceAmounts.of(after));
    }
}
