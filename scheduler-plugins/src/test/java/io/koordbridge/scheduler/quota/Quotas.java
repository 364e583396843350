package io.koordbridge.scheduler.quota;

import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.resource.ResourceVector;
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
        return new PodQuota("uid-" + name, "ns", name, quota, cpu(milli), false, false, null);
    }

    static PodQuota bound(String name, String quota, long milli) {
        return new PodQuota("uid-" + name, "ns", name, quota, cpu(milli), false, true, null);
    }
}
