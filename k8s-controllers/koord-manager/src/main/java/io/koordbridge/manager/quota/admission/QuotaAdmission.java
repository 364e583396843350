package io.koordbridge.manager.quota.admission;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.QuotaObjects;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.protocol.WellKnown;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Admits pods by the limit of their quota. What the quota's pods request already is what koord-scheduler publishes of it, which
 * watches the pods: a review is counted nowhere, and writes nothing.
 */
public final class QuotaAdmission {

    private static final Set<String> UNLIMITED =
            Set.of("", WellKnown.DEFAULT_QUOTA, WellKnown.SYSTEM_QUOTA, WellKnown.ROOT_QUOTA);

    /** Of a caller who did not say for how long it waits. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final QuotaObjects objects;
    private final BiFunction<String, Duration, List<ElasticQuota>> stored;
    private final Clock clock;
    private final Gates gates;

    /**
     * Feature gates of the admission.
     *
     * @param onCreate EnableQuotaAdmission
     * @param onUpdate EnableQuotaAdmissionOnUpdate
     * @param labelOnly DisableDefaultQuota
     * @param replaceResources ElasticQuotaEvaluationTransformPod together with ReplaceResourcesTransformer
     * @param ignoreOverhead ElasticQuotaIgnorePodOverhead
     */
    public record Gates(
            boolean onCreate, boolean onUpdate, boolean labelOnly, boolean replaceResources, boolean ignoreOverhead) {}

    /**
     * An admission.
     *
     * @param stored objects of a name as the API server has them, for names that are not known; waits for a while at most
     */
    public QuotaAdmission(
            QuotaObjects objects, BiFunction<String, Duration, List<ElasticQuota>> stored, Clock clock, Gates gates) {
        this.objects = objects;
        this.stored = stored;
        this.clock = clock;
        this.gates = gates;
    }

    /** Name of a pod's quota, empty when it has none. */
    public String quotaName(Pod pod, String namespace) {
        return QuotaNames.of(pod, namespace, objects, gates.labelOnly());
    }

    /**
     * Admits a pod that fits into what its quota has left.
     *
     * @param namespace of the pod
     * @param before the pod as it was, null when it is created
     * @param deadline by when the caller wants the answer
     * @return why the pod is refused, empty when it is not
     */
    public Optional<String> admit(Pod pod, String namespace, @Nullable Pod before, CallerDeadline deadline) {
        if (!gates.onCreate() || (before != null && !gates.onUpdate())) {
            return Optional.empty();
        }
        String name = quotaName(pod, namespace);
        boolean moved = before == null || !name.equals(quotaName(before, namespace));
        if (!moved || UNLIMITED.contains(name)) {
            return Optional.empty();
        }
        List<ElasticQuota> quotas = named(name, deadline);
        if (quotas.size() != 1) {
            return Optional.of("quota " + name + " exists " + quotas.size() + " times, allowed: once");
        }
        ResourceAmounts demand = QuotaDemand.of(pod, gates.replaceResources(), gates.ignoreOverhead(), clock.instant());
        return QuotaEvaluation.refusal(quotas.get(0), demand);
    }

    /** Pods may come right behind their quota, before the cache shows it. */
    private List<ElasticQuota> named(String name, CallerDeadline deadline) {
        List<ElasticQuota> known = objects.named(name);
        return known.isEmpty() ? stored.apply(name, deadline.atMost(LONGEST_WAIT, System.nanoTime())) : known;
    }
}
