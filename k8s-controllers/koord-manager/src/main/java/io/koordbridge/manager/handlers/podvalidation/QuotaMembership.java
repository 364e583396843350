package io.koordbridge.manager.handlers.podvalidation;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.manager.quota.topology.QuotaInfo;
import io.koordbridge.manager.quota.topology.QuotaTopology;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers from the topology of quotas and their admission. */
public final class QuotaMembership implements PodQuotas {

    private final BiFunction<Pod, String, String> names;
    private final Supplier<QuotaTopology> topology;
    private final Admission admission;
    private final BooleanSupplier ready;

    /**
     * A membership.
     *
     * @param names name of the quota of a pod and its namespace, empty for none
     * @param topology the quotas as they are now
     */
    public QuotaMembership(
            BiFunction<Pod, String, String> names,
            Supplier<QuotaTopology> topology,
            Admission admission,
            BooleanSupplier ready) {
        this.names = names;
        this.topology = topology;
        this.admission = admission;
        this.ready = ready;
    }

    /** Looks whether a pod fits into its quota. */
    @FunctionalInterface
    public interface Admission {

        /** Admission that lets everything pass. */
        Admission OFF = (pod, namespace, before, deadline) -> Optional.empty();

        /** Why the pod is refused, empty when it is not. */
        Optional<String> admit(Pod pod, String namespace, @Nullable Pod before, CallerDeadline deadline);
    }

    @Override
    public boolean ready() {
        return ready.getAsBoolean();
    }

    @Override
    public Optional<String> parentQuota(Pod pod, String namespace) {
        return topology.get()
                .quota(names.apply(pod, namespace))
                .filter(quota -> quota.switches().isParent())
                .map(QuotaInfo::name)
                .filter(name -> !name.equals(WellKnown.DEFAULT_QUOTA));
    }

    @Override
    public Optional<String> foreignQuota(Pod pod, String namespace) {
        return topology.get()
                .quota(ColocationRules.text(pod, Labels.QUOTA_NAME))
                .filter(quota -> !quota.serves(namespace))
                .map(QuotaInfo::name);
    }

    @Override
    public Optional<String> admit(Pod pod, @Nullable Pod before, String namespace, CallerDeadline deadline) {
        return admission.admit(pod, namespace, before, deadline);
    }
}
