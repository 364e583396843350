package io.koordbridge.quickstart.home;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where a run may make control groups.
 *
 * @param kind of home
 * @param reason why there is no choice; empty otherwise
 */
@PureCore
public record CgroupChoice(Kind kind, String reason) {

    private static final List<String> NEEDED_V1 = List.of("cpu", "cpuacct", "memory");
    private static final List<String> NEEDED_V2 = List.of("cpu", "memory");

    /** Kinds of homes. */
    public enum Kind {
        /** One directory per version 1 hierarchy. */
        V1,
        /** A directory below the root of version 2. */
        V2,
        /** A scope that systemd delegates: it owns the root and permits no other writer there. */
        V2_SYSTEMD,
        NONE
    }

    /**
     * What was found.
     *
     * @param hierarchies of version 1 that are mounted
     * @param controllers that version 2 offers at the mounted root; empty when version 2 is not mounted there
     * @param systemdOwns whether systemd is the machine's init
     * @param systemdRun whether {@code systemd-run} can be called
     */
    public record Facts(
            Set<String> hierarchies, Optional<Set<String>> controllers, boolean systemdOwns, boolean systemdRun) {}

    /** Chooses. */
    public static CgroupChoice of(Facts facts) {
        if (facts.controllers().isEmpty()) {
            List<String> missing = NEEDED_V1.stream()
                    .filter(one -> !facts.hierarchies().contains(one))
                    .toList();
            return missing.isEmpty()
                    ? new CgroupChoice(Kind.V1, "")
                    : none("no cgroup version 2, and of version 1 not " + String.join(", ", missing));
        }
        List<String> missing = NEEDED_V2.stream()
                .filter(one -> !facts.controllers().get().contains(one))
                .toList();
        if (!missing.isEmpty()) {
            return none("cgroup version 2 offers no " + String.join(", ", missing) + " controller here");
        }
        if (!facts.systemdOwns()) {
            return new CgroupChoice(Kind.V2, "");
        }
        return facts.systemdRun()
                ? new CgroupChoice(Kind.V2_SYSTEMD, "")
                : none("systemd owns the cgroups and systemd-run is not on the PATH");
    }

    private static CgroupChoice none(String reason) {
        return new CgroupChoice(Kind.NONE, reason);
    }
}
