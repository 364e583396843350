package io.koordbridge.sloconfig.nodeslo;

import static io.koordbridge.sloconfig.Scalar.BOOLEAN;
import static io.koordbridge.sloconfig.Scalar.INT32;
import static io.koordbridge.sloconfig.Scalar.INT64;
import static io.koordbridge.sloconfig.Scalar.INT_OR_TEXT;
import static io.koordbridge.sloconfig.Scalar.QUANTITY;
import static io.koordbridge.sloconfig.Scalar.TEXT;

import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListShape;
import io.koordbridge.sloconfig.MapShape;
import io.koordbridge.sloconfig.ObjectShape;
import io.koordbridge.sloconfig.Scalar;
import java.util.Arrays;

/** Fields of the strategies that a NodeSLO carries. */
final class NodeSloShapes {

    static final ObjectShape THRESHOLD = numbers(
                    "cpuSuppressThresholdPercent",
                    "cpuSuppressMinPercent",
                    "memoryEvictThresholdPercent",
                    "memoryEvictLowerPercent",
                    "cpuEvictThresholdPercent",
                    "cpuEvictLowerPercent",
                    "cpuEvictBESatisfactionUpperPercent",
                    "cpuEvictBESatisfactionLowerPercent",
                    "cpuEvictBEUsageThresholdPercent",
                    "cpuEvictTimeWindowSeconds",
                    "cpuAllocatableEvictThresholdPercent",
                    "cpuAllocatableEvictLowerPercent",
                    "memoryAllocatableEvictThresholdPercent",
                    "memoryAllocatableEvictLowerPercent")
            .with(
                    Field.of("enable", BOOLEAN),
                    Field.of("cpuSuppressPolicy", TEXT),
                    Field.of("cpuEvictPolicy", TEXT),
                    Field.of("evictEnabledPriorityThreshold", INT32),
                    Field.of("allocatableEvictPriorityThreshold", INT32));

    static final ObjectShape BURST = numbers(
                    "cpuBurstPercent",
                    "cfsQuotaBurstPercent",
                    "cfsQuotaBurstPeriodSeconds",
                    "sharePoolThresholdPercent")
            .with(Field.of("policy", TEXT));

    static final ObjectShape SYSTEM = numbers(
                    "minFreeKbytesFactor",
                    "watermarkScaleFactor",
                    "memcgReapBackGround",
                    "schedGroupIdentityEnabled",
                    "schedIdleSaverWmark",
                    "pageCacheLimitEnabled")
            .with(
                    Field.of("totalNetworkBandwidth", QUANTITY).resetTo("0"),
                    Field.of("schedFeatures", new MapShape(BOOLEAN)));

    private static final ObjectShape IO = numbers(
                    "readIOPS",
                    "writeIOPS",
                    "readBPS",
                    "writeBPS",
                    "ioWeightPercent",
                    "readLatency",
                    "writeLatency",
                    "readLatencyPercent",
                    "writeLatencyPercent",
                    "modelReadBPS",
                    "modelWriteBPS",
                    "modelReadSeqIOPS",
                    "modelWriteSeqIOPS",
                    "modelReadRandIOPS",
                    "modelWriteRandIOPS")
            .with(Field.of("enableUserModel", BOOLEAN));
    private static final ObjectShape BLOCK =
            ObjectShape.of(Field.of("name", TEXT), Field.of("type", TEXT), Field.of("ioCfg", IO));
    private static final ObjectShape CPU_QOS =
            numbers("groupIdentity", "schedIdle").with(Field.of("enable", BOOLEAN), Field.of("coreExpeller", BOOLEAN));
    private static final ObjectShape MEMORY_QOS = numbers(
                    "minLimitPercent",
                    "lowLimitPercent",
                    "throttlingPercent",
                    "wmarkRatio",
                    "wmarkScalePermill",
                    "wmarkMinAdj",
                    "priorityEnable",
                    "priority",
                    "oomKillGroup",
                    "pageCacheEnable",
                    "pageCacheLimitSize",
                    "pageCacheLimitPercent",
                    "pageCacheReclaimSync")
            .with(Field.of("enable", BOOLEAN));
    private static final ObjectShape BLKIO_QOS =
            ObjectShape.of(Field.of("enable", BOOLEAN), Field.of("blocks", new ListShape(BLOCK)));
    private static final ObjectShape RESCTRL_QOS =
            numbers("catRangeStartPercent", "catRangeEndPercent", "mbaPercent").with(Field.of("enable", BOOLEAN));
    private static final ObjectShape NETWORK_QOS = ObjectShape.of(
            Field.of("enable", BOOLEAN),
            Field.of("ingressRequest", INT_OR_TEXT),
            Field.of("ingressLimit", INT_OR_TEXT),
            Field.of("egressRequest", INT_OR_TEXT),
            Field.of("egressLimit", INT_OR_TEXT));
    private static final ObjectShape CLASS = ObjectShape.of(
            Field.of("cpuQOS", CPU_QOS),
            Field.of("memoryQOS", MEMORY_QOS),
            Field.of("blkioQOS", BLKIO_QOS),
            Field.of("resctrlQOS", RESCTRL_QOS),
            Field.of("networkQOS", NETWORK_QOS));
    private static final ObjectShape POLICIES = ObjectShape.of(
            Field.of("cpuPolicy", TEXT).countingEmptyText(),
            Field.of("netQOSPolicy", TEXT).countingEmptyText());

    static final ObjectShape QOS = ObjectShape.of(
            Field.of("policies", POLICIES),
            Field.of("lsrClass", CLASS),
            Field.of("lsClass", CLASS),
            Field.of("beClass", CLASS),
            Field.of("systemClass", CLASS),
            Field.of("cgroupRoot", CLASS));

    static final String APPLICATIONS = "applications";

    static final ObjectShape HOST_APPLICATIONS = ObjectShape.of(Field.of(
            APPLICATIONS,
            new ListShape(ObjectShape.of(
                    Field.of("name", TEXT),
                    Field.of("priority", TEXT),
                    Field.of("qos", TEXT),
                    Field.of(
                            "cgroupPath",
                            ObjectShape.of(
                                    Field.of("base", TEXT),
                                    Field.of("parentDir", TEXT),
                                    Field.of("relativePath", TEXT))),
                    Field.of("strategy", new MapShape(Scalar.ANY))))));

    private NodeSloShapes() {}

    private static ObjectShape numbers(String... names) {
        return ObjectShape.of(
                Arrays.stream(names).map(name -> Field.of(name, INT64)).toArray(Field[]::new));
    }
}
