package io.koordbridge.sloconfig.nodeslo;

import static io.koordbridge.sloconfig.Allowed.NOT_NEGATIVE;
import static io.koordbridge.sloconfig.Allowed.PERCENT;
import static io.koordbridge.sloconfig.Allowed.POSITIVE;
import static io.koordbridge.sloconfig.Allowed.SWITCH;
import static io.koordbridge.sloconfig.Allowed.atLeast;
import static io.koordbridge.sloconfig.Allowed.between;
import static io.koordbridge.sloconfig.Scalar.BOOLEAN;
import static io.koordbridge.sloconfig.Scalar.INT32;
import static io.koordbridge.sloconfig.Scalar.INT64;
import static io.koordbridge.sloconfig.Scalar.QUANTITY;
import static io.koordbridge.sloconfig.Scalar.TEXT;

import io.koordbridge.sloconfig.Allowed;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListSchema;
import io.koordbridge.sloconfig.MapSchema;
import io.koordbridge.sloconfig.ObjectSchema;
import org.jspecify.annotations.Nullable;

/** Fields of the strategies that a NodeSLO carries, except the QoS classes; controllers render any value. */
final class NodeSloSchemas {

    static final String APPLICATIONS = "applications";
    static final String BANDWIDTH = "totalNetworkBandwidth";

    static final ObjectSchema THRESHOLD = ObjectSchema.of(
                    Field.of("enable", BOOLEAN).means("suppresses and evicts best-effort pods to protect the others"),
                    number("cpuSuppressThresholdPercent", PERCENT, "CPU use of the node that suppression keeps to"),
                    number("cpuSuppressMinPercent", PERCENT, "CPU share that suppression always leaves"),
                    Field.of("cpuSuppressPolicy", TEXT)
                            .knowing("cpuset", "cfsQuota")
                            .means("how CPU is taken from best-effort pods"),
                    Field.of("cpuEvictPolicy", TEXT)
                            .knowing("evictByRealLimit", "evictByAllocatable")
                            .means("what CPU satisfaction is measured against"))
            .with(memoryEviction())
            .with(cpuEviction())
            .with(allocatableEviction())
            .ordering("memoryEvictLowerPercent", "memoryEvictThresholdPercent")
            .ordering("cpuEvictLowerPercent", "cpuEvictThresholdPercent")
            .ordering("cpuEvictBESatisfactionLowerPercent", "cpuEvictBESatisfactionUpperPercent")
            .ordering("memoryAllocatableEvictLowerPercent", "memoryAllocatableEvictThresholdPercent")
            .ordering("cpuAllocatableEvictLowerPercent", "cpuAllocatableEvictThresholdPercent");

    static final ObjectSchema BURST = ObjectSchema.of(
            Field.of("policy", TEXT)
                    .knowing("none", "cpuBurstOnly", "cfsQuotaBurstOnly", "auto")
                    .means("which ways of bursting are used"),
            number("cpuBurstPercent", between(1, 10_000), "burst budget in percent of the limit"),
            number("cfsQuotaBurstPercent", atLeast(100), "highest quota in percent of the limit"),
            number("cfsQuotaBurstPeriodSeconds", atLeast(-1), "longest time above the limit; -1: no end"),
            number("sharePoolThresholdPercent", PERCENT, "use of the shared CPUs above which quotas go back"));

    static final ObjectSchema SYSTEM = ObjectSchema.of(
            number("minFreeKbytesFactor", POSITIVE, "vm.min_free_kbytes in 1/10000 of the memory"),
            number("watermarkScaleFactor", between(1, 400), "vm.watermark_scale_factor"),
            number("memcgReapBackGround", SWITCH, "reaps dead memory groups in the background"),
            number("pageCacheLimitEnabled", SWITCH, "limits of the page cache are in force"),
            number("schedGroupIdentityEnabled", null, "kernel switch of group identities"),
            number("schedIdleSaverWmark", null, "kernel watermark of the idle saver, ns"),
            Field.of(BANDWIDTH, QUANTITY)
                    .resetTo("0")
                    .means("bandwidth of the node's network, bits per second; a part without it sets it to 0"),
            Field.of("schedFeatures", new MapSchema(BOOLEAN)).means("kernel scheduler features to switch"));

    static final ObjectSchema HOST_APPLICATIONS = ObjectSchema.of(Field.of(APPLICATIONS, new ListSchema(application()))
            .means("processes outside pods; the list of an entry takes the place of the cluster's, even when empty"));

    private NodeSloSchemas() {}

    private static Field number(String name, @Nullable Allowed admitted, String meaning) {
        return Field.of(name, INT64).admitting(admitted).means(meaning);
    }

    private static Field[] memoryEviction() {
        return new Field[] {
            number("memoryEvictThresholdPercent", PERCENT, "memory use of the node that starts eviction"),
            number("memoryEvictLowerPercent", PERCENT, "memory use of the node that eviction aims at")
        };
    }

    private static Field[] cpuEviction() {
        return new Field[] {
            number("cpuEvictThresholdPercent", PERCENT, "CPU use of the node that starts eviction"),
            number("cpuEvictLowerPercent", PERCENT, "CPU use of the node that eviction aims at"),
            number("cpuEvictBESatisfactionUpperPercent", PERCENT, "CPU satisfaction that eviction aims at"),
            number("cpuEvictBESatisfactionLowerPercent", PERCENT, "CPU satisfaction that starts eviction"),
            number("cpuEvictBEUsageThresholdPercent", PERCENT, "use of the granted CPU below which nothing is evicted"),
            number("cpuEvictTimeWindowSeconds", POSITIVE, "time over which CPU satisfaction is averaged")
        };
    }

    private static Field[] allocatableEviction() {
        return new Field[] {
            number(
                    "cpuAllocatableEvictThresholdPercent",
                    NOT_NEGATIVE,
                    "requests over allocatable that start eviction"),
            number("cpuAllocatableEvictLowerPercent", NOT_NEGATIVE, "requests over allocatable that eviction aims at"),
            number(
                    "memoryAllocatableEvictThresholdPercent",
                    NOT_NEGATIVE,
                    "requests over allocatable that start eviction"),
            number(
                    "memoryAllocatableEvictLowerPercent",
                    NOT_NEGATIVE,
                    "requests over allocatable that eviction aims at"),
            Field.of("evictEnabledPriorityThreshold", INT32).means("pods of a higher priority are not evicted"),
            Field.of("allocatableEvictPriorityThreshold", INT32)
                    .admitting(between(0, 7999))
                    .means("pods of a higher priority are not evicted for want of allocatable")
        };
    }

    private static ObjectSchema application() {
        ObjectSchema path = ObjectSchema.of(
                Field.of("base", TEXT)
                        .knowing("CgroupRoot", "Kubepods", "KubepodsBurstable", "KubepodsBesteffort")
                        .means("where the path begins"),
                Field.of("parentDir", TEXT).means("directory below the base"),
                Field.of("relativePath", TEXT).means("directory below that"));
        return ObjectSchema.of(
                Field.of("name", TEXT).means("name of the application"),
                Field.of("priority", TEXT)
                        .knowing("koord-prod", "koord-mid", "koord-batch", "koord-free")
                        .means("priority band"),
                Field.of("qos", TEXT)
                        .knowing("LSE", "LSR", "LS", "BE", "SYSTEM")
                        .means("QoS class"),
                Field.of("cgroupPath", path).means("cgroup that the application runs in"),
                Field.of("strategy", ObjectSchema.of()).means("reserved"));
    }
}
