package io.koordbridge.scheduler.quota.tree;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.document.quota.QuotaLimits;
import io.koordbridge.api.document.quota.QuotaSwitches;
import io.koordbridge.api.pod.ContainerRequests;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Objects to what quotas need of them. Quota specification sections 1.2 and 3.1. */
@PureCore
public final class QuotaReader {

    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE / 5);
    private static final long DEFAULT_GRACE_SECONDS = 30;

    private QuotaReader() {}

    /**
     * A quota as read.
     *
     * @param spec with what could be read
     * @param problems of unreadable fields, each naming field, value and what is allowed
     */
    public record Read(QuotaSpec spec, List<String> problems) {

        public Read {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads a quota. A field that cannot be read stays as it was; where nothing was, what could be read of it counts.
     *
     * @param before what the quota was, null for a new one
     */
    public static Read quota(ElasticQuota object, @Nullable QuotaSpec before) {
        String namespace = Objects.requireNonNullElse(object.getMetadata().getNamespace(), "");
        QuotaSpec last = before != null && before.namespace().equals(namespace) ? before : null;
        List<WireProblem> problems = new ArrayList<>();
        Decoded<QuotaLimits> limits = noted(QuotaDocuments.limits(object), problems);
        Decoded<ResourceVector> weight = amounts(object, Annotations.QUOTA_SHARED_WEIGHT, problems);
        ResourceVector max = limits.map(read -> vector(read.max().byName()))
                .orLast(last == null ? null : last.max(), ResourceVector.EMPTY);
        QuotaSpec now = new QuotaSpec(
                object.getMetadata().getName(),
                namespace,
                QuotaDocuments.parent(object),
                tree(object, last == null ? null : last.tree(), problems),
                QuotaDocuments.switches(object)
                        .map(QuotaSwitches::allowLent)
                        .orLast(last == null ? null : last.lent(), true),
                limits.map(read -> vector(read.min().byName()))
                        .orLast(last == null ? null : last.min(), ResourceVector.EMPTY),
                max,
                weight.map(given -> given.isZero() ? max : given).orLast(last == null ? null : last.weight(), max),
                noted(QuotaDocuments.names(object, Annotations.QUOTA_NAMESPACES), problems)
                        .orLast(last == null ? null : last.namespaces(), List.of()));
        return new Read(now, problems.stream().map(WireProblem::message).toList());
    }

    private static <T> Decoded<T> noted(Decoded<T> read, List<WireProblem> problems) {
        problems.addAll(read.problems());
        return read;
    }

    private static Decoded<ResourceVector> amounts(ElasticQuota object, String key, List<WireProblem> problems) {
        return noted(QuotaDocuments.amounts(object, key), problems).map(read -> vector(read.byName()));
    }

    private static QuotaSpec.Tree tree(ElasticQuota object, QuotaSpec.@Nullable Tree last, List<WireProblem> problems) {
        String id = QuotaDocuments.treeId(object);
        Decoded<QuotaSwitches> switches = noted(QuotaDocuments.switches(object), problems);
        boolean root = switches.map(QuotaSwitches::treeRoot).orElse(false) && !id.isEmpty();
        Decoded<ResourceVector> total = root
                ? amounts(object, Annotations.QUOTA_TOTAL_RESOURCE, problems)
                : new Decoded<>(null, switches.problems());
        return new QuotaSpec.Tree(
                id,
                total.orLast(last == null ? null : last.total(), ResourceVector.EMPTY),
                switches.map(QuotaSwitches::ignoreDefaultTree).orLast(last == null ? null : last.beside(), false));
    }

    /** What contradicts itself in a quota that can be read; it holds as it is. */
    static List<String> contradictions(QuotaSpec quota) {
        List<String> found = new ArrayList<>();
        if (quota.builtIn() || quota.name().equals(WellKnown.ROOT_QUOTA)) {
            return found;
        }
        quota.min().amounts().forEach((name, amount) -> {
            String field = "spec.min[" + name + "] = " + amount + (name.equals(ResourceNames.CPU) ? "m" : "");
            if (!quota.max().has(name)) {
                found.add(field + ", allowed: resources that spec.max names");
            } else if (amount > quota.max().get(name)) {
                found.add(field + ", allowed: at most spec.max");
            }
        });
        return found;
    }

    /** Which namespaces a quota names whose pods it does not take; their pods may still name it. */
    static List<String> foreign(QuotaSpec quota, QuotaNamespaces bindings) {
        return quota.namespaces().size()
                        == bindings.bound(quota.namespace(), quota.namespaces()).size()
                ? List.of()
                : List.of("annotation " + Annotations.QUOTA_NAMESPACES + " names namespaces other than "
                        + quota.namespace()
                        + ", whose pods it does not take, allowed: in quotas of " + new TreeSet<>(bindings.names())
                        + " (quota.quotaNamespaces)");
    }

    /** Reads a pod. */
    public static PodQuota pod(Pod pod, QuotaGates gates) {
        ContainerRequests counted = ContainerRequests.counted(pod);
        Map<String, BigDecimal> request =
                gates.ignorePodOverhead() ? PodRequests.withoutOverhead(pod, counted) : PodRequests.of(pod, counted);
        var meta = pod.getMetadata();
        return new PodQuota(
                Objects.requireNonNullElse(meta.getUid(), ""),
                Objects.requireNonNullElse(meta.getNamespace(), "default"),
                meta.getName(),
                QuotaDocuments.ofPod(pod),
                vector(request),
                QuotaDocuments.isNonPreemptible(pod),
                PodPlacement.nodeName(pod),
                rank(pod),
                meta.getDeletionTimestamp() != null,
                goneAt(pod, gates));
    }

    /** How important a pod is. */
    public static PodRank rank(Pod pod) {
        Integer priority = pod.getSpec() == null ? null : pod.getSpec().getPriority();
        String started = pod.getStatus() == null ? null : pod.getStatus().getStartTime();
        return new PodRank(
                priority == null ? 0 : priority,
                number(orEmpty(pod.getMetadata().getLabels()).getOrDefault(Labels.POD_PRIORITY, "")),
                time(pod.getMetadata().getCreationTimestamp(), Instant.EPOCH),
                time(started, Instant.MAX));
    }

    private static Instant time(@Nullable String text, Instant otherwise) {
        return text == null ? otherwise : Instant.parse(text);
    }

    /** A label that is no number counts as 0: it only orders pods. */
    private static long number(String text) {
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static @Nullable Instant goneAt(Pod pod, QuotaGates gates) {
        String deleted = pod.getMetadata().getDeletionTimestamp();
        if (deleted == null) {
            return null;
        }
        if (gates.immediateIgnoreTerminatingPod()) {
            return Instant.EPOCH;
        }
        Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
        Duration after = Duration.ofSeconds(grace == null ? DEFAULT_GRACE_SECONDS : grace);
        return gates.ignoreTerminatingPod() ? Instant.parse(deleted).plus(after) : null;
    }

    /** Amounts of any resource: cpu in milli-cores, all else in whole units, rounded up. */
    public static ResourceVector vector(Map<String, BigDecimal> exact) {
        Map<String, Long> amounts = new TreeMap<>();
        exact.forEach((name, amount) -> {
            BigDecimal units = name.equals(ResourceNames.CPU) ? amount.multiply(THOUSAND) : amount;
            amounts.put(
                    name, units.setScale(0, RoundingMode.CEILING).min(LARGEST).longValue());
        });
        return ResourceVector.of(amounts);
    }
}
