package io.koordbridge.scheduler.quota.status;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gauges {@code elastic_quota_spec} and {@code elastic_quota_status} of each quota, resource and field, cpu in milli-cores; brought up to
 * date every ten seconds. Those of a quota that is gone go.
 */
public final class QuotaGauges {

    private static final String SPEC = "elastic_quota_spec";
    private static final String STATUS = "elastic_quota_status";

    private final QuotaLedger ledger;
    private final MetricRegistry metrics;
    private final Map<String, AtomicLong> shown = new HashMap<>();
    private long looked = -1;

    /** No gauges yet. */
    public QuotaGauges(QuotaLedger ledger, MetricRegistry metrics) {
        this.ledger = ledger;
        this.metrics = metrics;
    }

    /** One round. */
    public void round() {
        long now = ledger.version();
        if (now == looked) {
            return;
        }
        looked = now;
        Map<String, Long> wanted = new HashMap<>();
        ledger.states().forEach((tree, states) -> {
            Set<String> parents = parents(states);
            states.forEach((name, state) -> wanted.putAll(gauges(tree, name, parents.contains(name), state)));
        });
        Set<String> gone = new HashSet<>(shown.keySet());
        gone.removeAll(wanted.keySet());
        gone.forEach(name -> {
            metrics.remove(name);
            shown.remove(name);
        });
        wanted.forEach(this::show);
    }

    private Set<String> parents(Map<String, QuotaState> states) {
        Set<String> parents = new HashSet<>();
        states.keySet().forEach(name -> {
            QuotaSpec spec = ledger.quota(name);
            parents.add(spec == null ? WellKnown.ROOT_QUOTA : spec.parent());
        });
        return parents;
    }

    private void show(String name, long value) {
        AtomicLong known = shown.get(name);
        if (known == null) {
            AtomicLong holder = new AtomicLong(value);
            shown.put(name, holder);
            metrics.gauge(name, () -> (Gauge<Long>) holder::get);
        } else {
            known.set(value);
        }
    }

    private Map<String, Long> gauges(String tree, String name, boolean parent, QuotaState state) {
        QuotaSpec spec = ledger.quota(name);
        Map<String, ResourceVector> fields = new LinkedHashMap<>();
        fields.put("runtime", state.runtime());
        fields.put("used", state.used());
        fields.put("request", state.request());
        fields.put("child-request", state.childRequest());
        fields.put("guaranteed", state.usage().guaranteed());
        fields.put("allocated", state.usage().allocated());
        fields.put("non-preemptible-request", state.below().nonPreemptibleRequest());
        fields.put("non-preemptible-used", state.below().nonPreemptibleUsed());
        Map<String, Long> gauges = new HashMap<>();
        String[] labels = {tree, Boolean.toString(parent), spec == null ? "" : spec.parent()};
        fields.forEach((field, amounts) -> add(gauges, STATUS, name, field, amounts, labels));
        if (spec != null) {
            add(gauges, SPEC, name, "min", spec.min(), labels);
            add(gauges, SPEC, name, "max", spec.max(), labels);
        }
        return gauges;
    }

    private static void add(
            Map<String, Long> gauges,
            String family,
            String quota,
            String field,
            ResourceVector amounts,
            String[] treeParentAbove) {
        amounts.amounts()
                .forEach((resource, amount) -> gauges.put(
                        MetricNames.of(
                                family,
                                "name",
                                quota,
                                "resource",
                                resource,
                                "tree",
                                treeParentAbove[0],
                                "is_parent",
                                treeParentAbove[1],
                                "parent",
                                treeParentAbove[2],
                                "field",
                                field),
                        amount));
    }
}
