package io.koordbridge.yarnoperator.lease;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** What goes wrong in one history. */
final class ModelFaults {

    private static final int ALL_IN = 10;

    /**
     * Not played yet but where a hole needs it; a run with {@code -Dlease.with} finds what does not hold.
     * {@code ADMIN_THREADS}: the acknowledgement of the last update counts for all before it, but a larger one may take effect behind it, as in
     * 20265434, where a shrink went further while its first update was under way. One history of 10,000 breaks.
     * {@code SECOND_MANAGER}: what a shrink leaves is divided by capacity, not by use, and the lease follows the sum of what is used, not the
     * larger of capacity and use of each.
     * {@code ORPHANS}: containers that are left running are missed where an older plugin does not say so, and where new containers hide that the
     * use fell; while a restart is doubted, the lease covers them but not the capacity beside them. About two histories of a hundred break.
     */
    private static final Set<ModelFault> NOT_YET =
            EnumSet.of(ModelFault.ADMIN_THREADS, ModelFault.SECOND_MANAGER, ModelFault.ORPHANS);

    /** Names of those that are played all the same. */
    private static final Set<String> WITH =
            Set.of(System.getProperty("lease.with", "").split(","));

    /** Names of those that are left out, to find out which of them a history needs. */
    private static final Set<String> WITHOUT =
            Set.of(System.getProperty("lease.without", "").split(","));

    private final Set<ModelFault> present;

    private ModelFaults(Set<ModelFault> present) {
        this.present = present;
    }

    /** Any of them together, now and then all of them, and what a hole needs to be seen. */
    static ModelFaults any(Random random, Hole hole) {
        boolean all = random.nextInt(ALL_IN) == 0;
        EnumSet<ModelFault> present = EnumSet.noneOf(ModelFault.class);
        for (ModelFault fault : ModelFault.values()) {
            // Drawn in any case: a history stays what it is when another is left out.
            if (random.nextInt(fault.oneIn) == 0 || all) {
                present.add(fault);
            }
        }
        if (all && random.nextBoolean()) {
            present.remove(ModelFault.UNASKABLE);
        }
        present.removeIf(fault -> NOT_YET.contains(fault) && !WITH.contains(fault.name()));
        present.addAll(hole.needs);
        if (present.contains(ModelFault.WRONG_AGENT)) {
            // Nobody could see those.
            present.remove(ModelFault.ORPHANS);
        }
        present.removeIf(fault -> WITHOUT.contains(fault.name()));
        return new ModelFaults(present);
    }

    boolean has(ModelFault fault) {
        return present.contains(fault);
    }

    boolean any(Set<ModelFault> faults) {
        return faults.stream().anyMatch(present::contains);
    }

    @Override
    public String toString() {
        return present.toString();
    }
}
