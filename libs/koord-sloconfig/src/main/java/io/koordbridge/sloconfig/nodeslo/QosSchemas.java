package io.koordbridge.sloconfig.nodeslo;

import static io.koordbridge.sloconfig.Allowed.PERCENT;
import static io.koordbridge.sloconfig.Allowed.SWITCH;
import static io.koordbridge.sloconfig.Allowed.between;
import static io.koordbridge.sloconfig.Scalar.BOOLEAN;
import static io.koordbridge.sloconfig.Scalar.INT64;
import static io.koordbridge.sloconfig.Scalar.INT_OR_TEXT;
import static io.koordbridge.sloconfig.Scalar.TEXT;

import io.koordbridge.sloconfig.Allowed;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListSchema;
import io.koordbridge.sloconfig.ObjectSchema;
import org.jspecify.annotations.Nullable;

/** Fields of {@code resource-qos-config}; the node agent fills in what is absent. */
final class QosSchemas {

    private static final String SHARE_OF_BANDWIDTH =
            "; a whole number 0..100 is percent of the node's bandwidth, a text is a quantity in bits per second";

    private static final ObjectSchema CPU = ObjectSchema.of(
            enable("CPU"),
            number("groupIdentity", between(-1, 2), "kernel group identity"),
            number("schedIdle", SWITCH, "cpu.idle of the group"),
            Field.of("coreExpeller", BOOLEAN).means("keeps other classes off the sibling threads"));

    private static final ObjectSchema MEMORY = ObjectSchema.of(
            enable("memory"),
            number("minLimitPercent", PERCENT, "memory.min in percent of the request"),
            number("lowLimitPercent", PERCENT, "memory.low in percent of the request"),
            number("throttlingPercent", PERCENT, "memory.high in percent of the limit"),
            number("wmarkRatio", PERCENT, "use in percent of the limit where background reclaim begins"),
            number("wmarkScalePermill", between(1, 1000), "distance between the two watermarks, per mill"),
            number("wmarkMinAdj", between(-25, 50), "shift of the global low watermark for this class"),
            number("priorityEnable", SWITCH, "memory is taken by priority"),
            number("priority", between(0, 12), "priority among groups when memory runs out"),
            number("oomKillGroup", SWITCH, "the group is killed as a whole"),
            Field.of("pageCacheEnable", BOOLEAN).means("page cache of the group is limited"),
            number("pageCacheLimitSize", null, "limit of the page cache, bytes"),
            number("pageCacheLimitPercent", PERCENT, "limit of the page cache in percent of the limit"),
            Field.of("pageCacheReclaimSync", BOOLEAN).means("page cache is taken back at once"));

    private static final ObjectSchema IO = ObjectSchema.of(
            number("readIOPS", null, "reads per second, 0: no limit"),
            number("writeIOPS", null, "writes per second, 0: no limit"),
            number("readBPS", null, "bytes read per second, 0: no limit"),
            number("writeBPS", null, "bytes written per second, 0: no limit"),
            number("ioWeightPercent", null, "weight among groups, 1..100"),
            number("readLatency", null, "wanted latency of reads, µs"),
            number("writeLatency", null, "wanted latency of writes, µs"),
            number("readLatencyPercent", null, "share of reads that keep to the latency"),
            number("writeLatencyPercent", null, "share of writes that keep to the latency"),
            Field.of("enableUserModel", BOOLEAN).means("the model below describes the device"),
            number("modelReadBPS", null, "device model: bytes read per second"),
            number("modelWriteBPS", null, "device model: bytes written per second"),
            number("modelReadSeqIOPS", null, "device model: sequential reads per second"),
            number("modelWriteSeqIOPS", null, "device model: sequential writes per second"),
            number("modelReadRandIOPS", null, "device model: random reads per second"),
            number("modelWriteRandIOPS", null, "device model: random writes per second"));

    private static final ObjectSchema BLOCK = ObjectSchema.of(
            Field.of("name", TEXT).means("name of the device, group or claim"),
            Field.of("type", TEXT).knowing("device", "volumegroup", "podvolume").means("what the name names"),
            Field.of("ioCfg", IO).means("limits"));

    private static final ObjectSchema BLKIO = ObjectSchema.of(
            enable("block devices"),
            Field.of("blocks", new ListSchema(BLOCK))
                    .means("devices; element i of a node's part is laid over element i of the cluster's"));

    private static final ObjectSchema RESCTRL = ObjectSchema.of(
                    enable("cache and memory bandwidth"),
                    number("catRangeStartPercent", PERCENT, "begin of the cache range"),
                    number("catRangeEndPercent", PERCENT, "end of the cache range"),
                    number("mbaPercent", PERCENT, "memory bandwidth"))
            .ordering("catRangeStartPercent", "catRangeEndPercent");

    static final ObjectSchema NETWORK = ObjectSchema.of(
            enable("network"),
            bandwidth("ingressRequest", "guaranteed inbound"),
            bandwidth("ingressLimit", "highest inbound"),
            bandwidth("egressRequest", "guaranteed outbound"),
            bandwidth("egressLimit", "highest outbound"));

    private static final ObjectSchema CLASS = ObjectSchema.of(
            Field.of("cpuQOS", CPU).means("CPU"),
            Field.of("memoryQOS", MEMORY).means("memory"),
            Field.of("blkioQOS", BLKIO).means("block devices"),
            Field.of("resctrlQOS", RESCTRL).means("cache and memory bandwidth"),
            Field.of("networkQOS", NETWORK).means("network"));

    private static final ObjectSchema POLICIES = ObjectSchema.of(
            Field.of("cpuPolicy", TEXT)
                    .knowing("groupIdentity", "coreSched")
                    .countingEmptyText()
                    .means("kernel feature behind cpuQOS"),
            Field.of("netQOSPolicy", TEXT)
                    .knowing("tc", "terway-qos")
                    .countingEmptyText()
                    .means("what enforces networkQOS"));

    static final ObjectSchema QOS = ObjectSchema.of(
            Field.of("policies", POLICIES).means("which mechanisms are used"),
            Field.of("lsrClass", CLASS).means("pods of QoS LSR"),
            Field.of("lsClass", CLASS).means("pods of QoS LS"),
            Field.of("beClass", CLASS).means("pods of QoS BE"),
            Field.of("systemClass", CLASS).means("pods of QoS SYSTEM"),
            Field.of("cgroupRoot", CLASS).means("the root group"));

    private QosSchemas() {}

    private static Field enable(String what) {
        return Field.of("enable", BOOLEAN).means("what follows is applied to " + what);
    }

    private static Field number(String name, @Nullable Allowed admitted, String meaning) {
        return Field.of(name, INT64).admitting(admitted).means(meaning);
    }

    private static Field bandwidth(String name, String meaning) {
        return Field.of(name, INT_OR_TEXT).means(meaning + SHARE_OF_BANDWIDTH);
    }
}
