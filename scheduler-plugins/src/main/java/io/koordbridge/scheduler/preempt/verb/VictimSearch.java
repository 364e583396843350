package io.koordbridge.scheduler.preempt.verb;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Removes all pods that may go, then puts back as many as it can: the rule of kube-scheduler. */
@PureCore
public final class VictimSearch {

    private VictimSearch() {}

    /**
     * The victims.
     *
     * @param certain pods that leave in any case
     * @param reprieveOrder pods that may leave, those to spare first
     * @param fits whether the pod fits without some pods
     * @return certain victims, then others in the order of the reprieve; empty when it does not fit without all of them
     */
    public static Optional<List<String>> victims(
            Collection<String> certain, List<String> reprieveOrder, Predicate<Set<String>> fits) {
        Set<String> gone = new LinkedHashSet<>(certain);
        gone.addAll(reprieveOrder);
        if (!fits.test(gone)) {
            return Optional.empty();
        }
        List<String> victims = new ArrayList<>(certain);
        for (String pod : reprieveOrder) {
            if (certain.contains(pod)) {
                continue;
            }
            gone.remove(pod);
            if (!fits.test(gone)) {
                gone.add(pod);
                victims.add(pod);
            }
        }
        return Optional.of(victims);
    }
}
