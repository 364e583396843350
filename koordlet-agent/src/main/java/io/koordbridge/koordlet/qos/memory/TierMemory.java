package io.koordbridge.koordlet.qos.memory;

import io.koordbridge.protocol.PureCore;

/**
 * What the guard of the tier remembers.
 *
 * @param highBytes last value; unlimited before the first one
 * @param allowanceBytes what it was made of; 0 before the first one
 * @param tightened steps that stalls of online work take away
 * @param calmTicks ticks without such stalls
 */
@PureCore
public record TierMemory(long highBytes, long allowanceBytes, int tightened, int calmTicks) {

    static final TierMemory NONE = new TierMemory(TierSteps.UNLIMITED, 0, 0, 0);

    private static final int MOST = 5;
    private static final int CALM = 10;

    /** After a look at the stalls. */
    TierMemory after(boolean stalls) {
        if (stalls) {
            return new TierMemory(highBytes, allowanceBytes, Math.min(MOST, tightened + 1), 0);
        }
        return calmTicks + 1 >= CALM && tightened > 0
                ? new TierMemory(highBytes, allowanceBytes, tightened - 1, 0)
                : new TierMemory(highBytes, allowanceBytes, tightened, Math.min(CALM, calmTicks + 1));
    }

    TierMemory with(long high, long allowance) {
        return new TierMemory(high, allowance, tightened, calmTicks);
    }

    boolean isLimited() {
        return highBytes != TierSteps.UNLIMITED;
    }
}
