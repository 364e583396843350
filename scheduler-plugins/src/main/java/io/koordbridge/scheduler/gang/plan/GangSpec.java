package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;

/**
 * What a gang asks for.
 *
 * @param minimum fewest pods that are placed
 * @param total how many pods it will have, at least the minimum
 * @param strict whether the failure of one pod ends the attempt of all
 * @param policy which pods count
 * @param patience how long a pod waits for the others
 * @param group ids of the gangs that are placed together, this one among them as a rule
 * @param declaredByPodGroup whether a PodGroup says so, and not the first pod
 */
@PureCore
public record GangSpec(
        long minimum,
        long total,
        boolean strict,
        MatchPolicy policy,
        Duration patience,
        List<String> group,
        boolean declaredByPodGroup) {

    public GangSpec {
        group = List.copyOf(group);
    }

    /** Names the group: gangs that list the same ones are in the same. */
    public String groupId() {
        return String.join(",", group.stream().sorted().toList());
    }
}
