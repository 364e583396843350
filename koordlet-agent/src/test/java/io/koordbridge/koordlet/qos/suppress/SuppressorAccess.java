package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import java.util.Map;

/** Opens the two halves of a round to the vectors that record them alone. */
public final class SuppressorAccess {

    private SuppressorAccess() {}

    public static void limitQuota(
            CgroupReader reader, CgroupExecutor executor, long allowanceMilli, long capacityMilli) {
        new Suppressor(reader, executor, Map.of(), problem -> {})
                .applyQuota(reader.tree().paths().bestEffortDir(), allowanceMilli, capacityMilli);
    }

    public static void limitCpuset(
            CgroupReader reader, CgroupExecutor executor, long allowanceMilli, SuppressRound round) {
        new Suppressor(reader, executor, Map.of(), problem -> {}).limitCpuset(allowanceMilli, round);
    }
}
