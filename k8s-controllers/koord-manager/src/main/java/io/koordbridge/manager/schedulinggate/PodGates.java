package io.koordbridge.manager.schedulinggate;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.manager.quota.admission.QuotaNames;
import io.koordbridge.manager.quota.topology.QuotaObjects;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Puts our scheduling gate on new pods that have to wait. */
public final class PodGates {

    private final QuotaObjects quotas;
    private final Set<String> schedulers;
    private final boolean labelOnly;
    private final BooleanSupplier opens;
    private final MetricRegistry metrics;

    /**
     * Gates by the quotas as they are published.
     *
     * @param opens whether the process works that opens gates; without it no pod is gated
     * @param schedulers whose pods are gated; without any, no pod is
     * @param labelOnly gate DisableDefaultQuota
     */
    public PodGates(
            QuotaObjects quotas,
            Set<String> schedulers,
            boolean labelOnly,
            BooleanSupplier opens,
            MetricRegistry metrics) {
        this.quotas = quotas;
        this.schedulers = Set.copyOf(schedulers);
        this.labelOnly = labelOnly;
        this.opens = opens;
        this.metrics = metrics;
    }

    /** Adds the gate to a pod that has to wait; an object that cannot be read stays as it is. */
    public void addTo(ObjectNode object, String namespace) {
        if (schedulers.isEmpty() || !opens.getAsBoolean()) {
            return;
        }
        Pod pod = ObjectDecoding.pod(object);
        Optional<GateReason> reason = GateReason.of(pod, quotas(pod, namespace), schedulers);
        if (reason.isPresent() && add(object)) {
            metrics.counter(MetricNames.of(
                            "koord_manager_pod_gates_total",
                            "reason",
                            reason.get().name().toLowerCase(Locale.ROOT)))
                    .inc();
        }
    }

    /** The quota of a pod and those above it. A name that several objects have ends the list. */
    private List<ElasticQuota> quotas(Pod pod, String namespace) {
        List<ElasticQuota> chain = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        String name = QuotaNames.of(pod, namespace, quotas, labelOnly);
        while (seen.add(name)) {
            List<ElasticQuota> named = quotas.named(name);
            if (named.size() != 1) {
                break;
            }
            chain.add(named.get(0));
            name = QuotaDocuments.parent(named.get(0));
        }
        return chain;
    }

    private static boolean add(ObjectNode object) {
        ArrayNode gates = object.withObject("/spec").withArrayProperty("schedulingGates");
        for (var gate : gates) {
            if (gate.path("name").asText("").equals(WellKnown.SCHEDULING_GATE)) {
                return false;
            }
        }
        gates.addObject().put("name", WellKnown.SCHEDULING_GATE);
        return true;
    }
}
