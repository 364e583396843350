package io.koordbridge.quickstart.summary;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.quickstart.summary.Sample.Amount;
import io.koordbridge.quickstart.summary.Sample.Phase;
import java.util.List;

/**
 * How often YARN's capacity changed.
 *
 * @param all in the whole run
 * @param steady while the job ran and the online load did not change
 * @param steadyMillis how long that was
 */
@PureCore
public record LeaseChanges(int all, int steady, long steadyMillis) {

    /** Counts the changes between neighbouring samples. */
    static LeaseChanges of(List<Sample> samples) {
        int all = 0;
        int steady = 0;
        long steadyMillis = 0;
        for (int index = 1; index < samples.size(); index++) {
            Sample before = samples.get(index - 1);
            Sample after = samples.get(index);
            boolean quiet = before.phase() == Phase.QUIET && after.phase() == Phase.QUIET;
            boolean changed = changed(before.yarn().capacity(), after.yarn().capacity());
            all += changed ? 1 : 0;
            steady += changed && quiet ? 1 : 0;
            steadyMillis += quiet ? after.atMillis() - before.atMillis() : 0;
        }
        return new LeaseChanges(all, steady, steadyMillis);
    }

    private static boolean changed(Amount before, Amount after) {
        return before.known() && after.known() && !before.equals(after);
    }
}
