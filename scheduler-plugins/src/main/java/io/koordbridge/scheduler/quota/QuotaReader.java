package io.koordbridge.scheduler.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.pod.ContainerRequests;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.resource.ResourceVector;
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

        /** Whether one of the problems is about a field, or about one whose name begins like this. */
        private boolean names(String field) {
            return problems.stream().anyMatch(one -> one.contains(field));
        }
    }

    /** Reads a quota; a field that cannot be read stays as it was, and counts as absent where nothing was. */
    static Read quota(ElasticQuota object, @Nullable QuotaSpec before) {
        Read read = quota(object);
        if (before == null || !before.namespace().equals(read.spec().namespace())) {
            return read;
        }
        QuotaSpec now = read.spec();
        boolean amounts = read.names("spec.") || read.names(Annotations.QUOTA_SHARED_WEIGHT);
        return new Read(
                new QuotaSpec(
                        now.name(),
                        now.namespace(),
                        now.parent(),
                        read.names(Annotations.QUOTA_TOTAL_RESOURCE) ? before.tree() : now.tree(),
                        now.lent(),
                        read.names("spec.") ? before.min() : now.min(),
                        read.names("spec.") ? before.max() : now.max(),
                        amounts ? before.weight() : now.weight(),
                        read.names(Annotations.QUOTA_NAMESPACES) ? before.namespaces() : now.namespaces()),
                read.problems());
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

    /** Reads a quota; a field that cannot be read counts as absent. */
    public static Read quota(ElasticQuota object) {
        List<String> problems = new ArrayList<>();
        Map<String, Quantity> none = Map.of();
        var spec = object.getSpec();
        ResourceVector max =
                amounts("spec.max", spec == null ? none : Objects.requireNonNullElse(spec.max(), none), problems);
        ResourceVector min =
                amounts("spec.min", spec == null ? none : Objects.requireNonNullElse(spec.min(), none), problems);
        ResourceVector weight = list(object, Annotations.QUOTA_SHARED_WEIGHT, problems);
        String name = object.getMetadata().getName();
        String parent = label(object, Labels.QUOTA_PARENT);
        QuotaSpec read = new QuotaSpec(
                name,
                Objects.requireNonNullElse(object.getMetadata().getNamespace(), ""),
                parent.isEmpty() ? WellKnown.ROOT_QUOTA : parent,
                tree(object, problems),
                !"false".equals(label(object, Labels.QUOTA_ALLOW_LENT)),
                min,
                max,
                weight.isZero() ? max : weight,
                namespaces(object, problems));
        return new Read(read, problems);
    }

    private static QuotaSpec.Tree tree(ElasticQuota object, List<String> problems) {
        String id = label(object, Labels.QUOTA_TREE_ID);
        boolean root = "true".equals(label(object, Labels.QUOTA_IS_ROOT)) && !id.isEmpty();
        ResourceVector total = root ? list(object, Annotations.QUOTA_TOTAL_RESOURCE, problems) : ResourceVector.EMPTY;
        return new QuotaSpec.Tree(id, total, "true".equals(label(object, Labels.QUOTA_IGNORE_DEFAULT_TREE)));
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
                label(pod.getMetadata().getLabels(), Labels.QUOTA_NAME),
                vector(request),
                "false".equals(label(meta.getLabels(), Labels.QUOTA_PREEMPTIBLE)),
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
                number(label(pod.getMetadata().getLabels(), Labels.POD_PRIORITY)),
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

    private static ResourceVector amounts(String field, Map<String, Quantity> list, List<String> problems) {
        Map<String, BigDecimal> exact = new TreeMap<>();
        list.forEach((name, quantity) -> {
            BigDecimal amount = decimal(quantity.toString());
            if (amount == null || amount.signum() < 0) {
                problems.add(field + "[" + name + "] = " + quantity + ", allowed: a quantity of at least 0");
            } else {
                exact.put(name, amount);
            }
        });
        return vector(exact);
    }

    private static ResourceVector list(ElasticQuota object, String key, List<String> problems) {
        JsonNode tree = json(object, key, problems);
        if (!tree.isObject()) {
            return ResourceVector.EMPTY;
        }
        Map<String, Quantity> list = new TreeMap<>();
        tree.properties()
                .forEach(field ->
                        list.put(field.getKey(), new Quantity(field.getValue().asText())));
        List<String> wrong = new ArrayList<>();
        ResourceVector amounts = amounts("annotation " + key, list, wrong);
        problems.addAll(wrong);
        // A list that is wrong in part is not used at all.
        return wrong.isEmpty() ? amounts : ResourceVector.EMPTY;
    }

    private static List<String> namespaces(ElasticQuota object, List<String> problems) {
        List<String> namespaces = new ArrayList<>();
        json(object, Annotations.QUOTA_NAMESPACES, problems).forEach(one -> namespaces.add(one.asText()));
        return namespaces;
    }

    private static JsonNode json(ElasticQuota object, String key, List<String> problems) {
        try {
            return AnnotationCodec.read(object, key, JsonNode.class).orElse(MissingNode.getInstance());
        } catch (BadAnnotationException e) {
            problems.add(String.valueOf(e.getMessage()));
            return MissingNode.getInstance();
        }
    }

    private static @Nullable BigDecimal decimal(String text) {
        try {
            return Quantities.decimal(new Quantity(text));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String label(ElasticQuota object, String key) {
        return label(object.getMetadata().getLabels(), key);
    }

    private static String label(@Nullable Map<String, String> labels, String key) {
        String text = labels == null ? null : labels.get(key);
        return text == null ? "" : text;
    }
}
