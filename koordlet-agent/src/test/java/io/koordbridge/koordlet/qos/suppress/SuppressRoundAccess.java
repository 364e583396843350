package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import java.util.List;

/** Opens the two halves of a round to the vectors that record them alone. */
public final class SuppressRoundAccess {

    private SuppressRoundAccess() {}

    public static List<List<Intent>> byQuota(NodeSnapshot snapshot, long allowanceMilliCpu, long capacityMilliCpu) {
        SuppressRound round = new SuppressRound(snapshot, true, SuppressMemory.NONE);
        round.limitQuota(allowanceMilliCpu, capacityMilliCpu);
        return round.step("test").levels();
    }

    public static List<List<Intent>> byCpuset(NodeSnapshot snapshot, long allowanceMilliCpu) {
        SuppressRound round = new SuppressRound(snapshot, true, SuppressMemory.NONE);
        round.limitCpuset(allowanceMilliCpu);
        return round.step("test").levels();
    }
}
