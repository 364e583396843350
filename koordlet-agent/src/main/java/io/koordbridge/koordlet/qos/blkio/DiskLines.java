package io.koordbridge.koordlet.qos.blkio;

import io.koordbridge.api.slo.IoConfig;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lines of one disk. */
@PureCore
public final class DiskLines {

    private static final long WHOLE_WEIGHT = 100;
    private static final long PERCENT = 95;
    private static final long MICROS = 3000;

    private DiskLines() {}

    /**
     * Limits and weight of a group.
     *
     * @param disk as {@code major:minor}
     * @return lines by file, in the order of their writes
     */
    public static Map<Knob<String>, String> ofGroup(CgroupVersion version, String disk, IoConfig io) {
        Map<Knob<String>, String> lines = new LinkedHashMap<>();
        String weight = disk + ' ' + or(io.ioWeightPercent(), WHOLE_WEIGHT);
        if (version == CgroupVersion.V1) {
            lines.put(Knob.BLKIO_READ_IOPS, disk + ' ' + or(io.readIOPS(), 0));
            lines.put(Knob.BLKIO_READ_BPS, disk + ' ' + or(io.readBPS(), 0));
            lines.put(Knob.BLKIO_WRITE_IOPS, disk + ' ' + or(io.writeIOPS(), 0));
            lines.put(Knob.BLKIO_WRITE_BPS, disk + ' ' + or(io.writeBPS(), 0));
            lines.put(Knob.BLKIO_WEIGHT, weight);
        } else {
            lines.put(
                    IoKnobs.MAX,
                    disk + " rbps=" + limit(io.readBPS()) + " wbps=" + limit(io.writeBPS()) + " riops="
                            + limit(io.readIOPS()) + " wiops=" + limit(io.writeIOPS()));
            lines.put(IoKnobs.WEIGHT, weight);
            lines.put(IoKnobs.BFQ_WEIGHT, weight);
        }
        return lines;
    }

    /** Latency that the kernel keeps to, and what a disk can do, at the top. */
    public static Map<Knob<String>, String> ofRoot(CgroupVersion version, String disk, IoConfig io) {
        boolean first = version == CgroupVersion.V1;
        Map<Knob<String>, String> lines = new LinkedHashMap<>();
        lines.put(
                first ? Knob.BLKIO_QOS : IoKnobs.COST_QOS,
                disk + " enable=1 ctrl=user rpct=" + or(io.readLatencyPercent(), PERCENT) + " rlat="
                        + or(io.readLatency(), MICROS) + " wpct=" + or(io.writeLatencyPercent(), PERCENT) + " wlat="
                        + or(io.writeLatency(), MICROS));
        lines.put(first ? Knob.BLKIO_MODEL : IoKnobs.COST_MODEL, disk + model(io));
        return lines;
    }

    private static String model(IoConfig io) {
        if (!Boolean.TRUE.equals(io.enableUserModel())) {
            return " ctrl=auto";
        }
        return " ctrl=user rbps=" + or(io.modelReadBPS(), 0) + " rseqiops=" + or(io.modelReadSeqIOPS(), 0)
                + " rrandiops=" + or(io.modelReadRandIOPS(), 0) + " wbps=" + or(io.modelWriteBPS(), 0) + " wseqiops="
                + or(io.modelWriteSeqIOPS(), 0) + " wrandiops=" + or(io.modelWriteRandIOPS(), 0);
    }

    private static long or(@Nullable Long value, long otherwise) {
        return Objects.requireNonNullElse(value, otherwise);
    }

    private static String limit(@Nullable Long value) {
        return value == null || value == 0 ? "max" : Long.toString(value);
    }
}
