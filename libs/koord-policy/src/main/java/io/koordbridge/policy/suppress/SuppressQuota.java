package io.koordbridge.policy.suppress;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import java.util.OptionalLong;

/** Next cfs quota of the best-effort tier; specification section 13.2, cfsQuota policy. */
@PureCore
public final class SuppressQuota {

    static final long FLOOR_MICROS = 2_000;
    private static final long PERIOD_MICROS = 100_000;
    private static final long UNLIMITED = -1;

    private SuppressQuota() {}

    /**
     * Shrinks at once, grows by at most a tenth of the node, ignores changes below a hundredth.
     *
     * @param allowanceMilliCpu what the tier may use
     * @param currentMicros quota now, -1 when unlimited
     * @return the quota to write, empty when it stays
     */
    public static OptionalLong next(long allowanceMilliCpu, long capacityMilliCpu, long currentMicros) {
        long cores = Rounding.ceilDiv(capacityMilliCpu, 1000);
        long wanted = Math.max(allowanceMilliCpu * PERIOD_MICROS / 1000, FLOOR_MICROS);
        if (Math.abs(wanted - currentMicros) < cores * PERIOD_MICROS / 100 && wanted != FLOOR_MICROS) {
            return OptionalLong.empty();
        }
        long step = cores * PERIOD_MICROS / 10;
        if (currentMicros != UNLIMITED && wanted - currentMicros > step) {
            return OptionalLong.of(currentMicros + step);
        }
        return OptionalLong.of(wanted);
    }
}
