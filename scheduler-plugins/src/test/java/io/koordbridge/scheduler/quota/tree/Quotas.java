package io.koordbridge.scheduler.quota.tree;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.List;
import java.util.Map;

/** Quotas and pods of cpu alone. */
final class Quotas {

    private Quotas() {}

    static ResourceVector cpu(long milli) {
        return ResourceVector.of(Map.of(ResourceNames.CPU, milli));
    }

    static QuotaSpec quota(String name, String parent, long min, long max) {
        return quota(name, parent, min, max, true);
    }

    static QuotaSpec quota(String name, String parent, long min, long max, boolean lent) {
        return new QuotaSpec(
                name, "quotas", parent, QuotaSpec.Tree.DEFAULT, lent, cpu(min), cpu(max), cpu(max), List.of());
    }

    static QuotaSpec top(String name, long min, long max) {
        return quota(name, WellKnown.ROOT_QUOTA, min, max);
    }

    static PodQuota pod(String name, String quota, long milli) {
        return new PodQuota("uid-" + name, "ns", name, quota, cpu(milli), false, "", PodRank.LOWEST, false, null);
    }

    static PodQuota bound(String name, String quota, long milli) {
        return new PodQuota("uid-" + name, "ns", name, quota, cpu(milli), false, "n1", PodRank.LOWEST, false, null);
    }

    /** The pod as filter and bind see it. */
    static PodFacts facts(String name) {
        return PodFactsReader.read(new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("ns")
                .withUid("uid-" + name)
                .endMetadata()
                .build());
    }
}
