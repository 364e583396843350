package io.koordbridge.manager.quota.admission;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.QuotaObjects;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.protocol.WellKnown;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Admits pods by the limit of their quota. */
public final class QuotaAdmission {

    private static final Set<String> UNLIMITED =
            Set.of("", WellKnown.DEFAULT_QUOTA, WellKnown.SYSTEM_QUOTA, WellKnown.ROOT_QUOTA);

    private final QuotaObjects objects;
    private final QuotaEvaluator evaluator;
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

    public QuotaAdmission(QuotaObjects objects, QuotaEvaluator evaluator, Clock clock, Gates gates) {
        this.objects = objects;
        this.evaluator = evaluator;
        this.clock = clock;
        this.gates = gates;
    }

    /** Name of a pod's quota, empty when it has none. */
    public String quotaName(Pod pod, String namespace) {
        return QuotaNames.of(pod, namespace, objects, gates.labelOnly());
    }

    /**
     * Admits a pod and takes its demand from the quota.
     *
     * @param namespace of the pod
     * @param before the pod as it was, null when it is created
     * @param dryRun the pod will not be stored, so nothing is taken
     * @param deadline a pod that is not evaluated by then is refused
     * @return why the pod is refused, empty when it is not
     */
    public Optional<String> admit(
            Pod pod, String namespace, @Nullable Pod before, boolean dryRun, CallerDeadline deadline) {
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
        QuotaKey key = QuotaKey.of(quotas.get(0));
        ResourceAmounts demand = QuotaDemand.of(pod, gates.replaceResources(), gates.ignoreOverhead(), clock.instant());
        return dryRun ? evaluator.fits(key, demand) : evaluator.evaluate(key, demand, deadline);
    }

    /** Pods may come right behind their quota, before the cache shows it. */
    private List<ElasticQuota> named(String name, CallerDeadline deadline) {
        List<ElasticQuota> known = objects.named(name);
        return known.isEmpty() ? evaluator.lookUp(name, deadline) : known;
    }
}
