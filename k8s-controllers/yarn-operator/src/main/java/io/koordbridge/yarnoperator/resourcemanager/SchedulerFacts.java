package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;

/**
 * What a running ResourceManager is set to, as far as a lease depends on it.
 *
 * @param scheduler class name without its package, empty when it does not say
 * @param vcores whether they limit what is scheduled
 * @param adminThreads how many calls of its administration it carries out at a time, 0 when it does not say
 */
@PureCore
public record SchedulerFacts(String scheduler, Counting vcores, int adminThreads) {

    /** Nothing is known. */
    public static final SchedulerFacts UNKNOWN = new SchedulerFacts("", Counting.UNKNOWN, 0);

    private static final String CAPACITY = "CapacityScheduler";
    private static final String DOMINANT =
            "yarn.scheduler.capacity.resource-calculator=org.apache.hadoop.yarn.util.resource.DominantResourceCalculator";

    /** Whether something counts. */
    public enum Counting {
        YES,
        NO,
        UNKNOWN
    }

    /** Whether a shrink is known to end containers for their vcores; other schedulers do not, whatever they count. */
    boolean endsForVcores() {
        return scheduler.equals(CAPACITY) && vcores == Counting.YES;
    }

    /** The same, with what was known before where this does not say it. */
    SchedulerFacts after(SchedulerFacts before) {
        boolean same = scheduler.isEmpty() || scheduler.equals(before.scheduler);
        return new SchedulerFacts(
                scheduler.isEmpty() ? before.scheduler : scheduler,
                vcores == Counting.UNKNOWN && same ? before.vcores : vcores,
                adminThreads == 0 ? before.adminThreads : adminThreads);
    }

    /** The settings that defeat a lease, a sentence each; empty where none does or none is known. */
    List<String> problems(String cluster) {
        String who = "ResourceManager of cluster " + ClusterDeclaration.name(cluster);
        List<String> problems = new ArrayList<>();
        if (vcores == Counting.NO) {
            problems.add(
                    who + " counts memory only, vcores do not limit anything and a lease of CPU has no effect: set "
                            + DOMINANT + " in capacity-scheduler.xml");
        }
        if (!scheduler.isEmpty() && !scheduler.equals(CAPACITY)) {
            problems.add(who + " runs the " + scheduler
                    + ", which ends no container for its vcores when a lease shrinks, so CPU comes back only as"
                    + " containers end: use the CapacityScheduler with " + DOMINANT);
        }
        if (adminThreads > 1) {
            problems.add(who + " has yarn.resourcemanager.admin.client.thread-count = " + adminThreads
                    + ", so two updates of a node may take effect in the wrong order: want 1");
        }
        return problems;
    }
}
