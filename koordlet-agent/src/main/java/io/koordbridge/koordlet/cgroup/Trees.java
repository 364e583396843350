package io.koordbridge.koordlet.cgroup;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Where the kernel's trees of files are, apart from control groups. */
public final class Trees {

    /** Nothing but control groups. */
    public static final Trees NONE = new Trees(Map.of());

    private final Map<Kind, Path> roots;

    /** Kinds of trees. */
    public enum Kind {
        CGROUP,
        /** Settings of the kernel: {@code /proc/sys}; a group is a directory, such as {@code vm}. */
        SYSCTL,
        /** What the kernel shows of itself: {@code /sys}; a group is a directory, such as {@code kernel/mm}. */
        SYS,
        /** Cache and memory bandwidth; a group is a control group of resctrl, none is the one of all processes. */
        RESCTRL,
        /** {@code /proc}; a group is the id of a process. */
        PROCESS
    }

    private Trees(Map<Kind, Path> roots) {
        this.roots = roots;
    }

    /** At their usual places below the mounts of {@code /proc} and {@code /sys}. */
    public static Trees below(Path proc, Path sys) {
        Map<Kind, Path> roots = new EnumMap<>(Kind.class);
        roots.put(Kind.SYSCTL, proc.resolve("sys"));
        roots.put(Kind.PROCESS, proc);
        roots.put(Kind.SYS, sys);
        roots.put(Kind.RESCTRL, sys.resolve("fs/resctrl"));
        return new Trees(roots);
    }

    /** Top of a tree; empty for control groups, of which each version has its own, and when it is not known. */
    Optional<Path> root(Kind kind) {
        return Optional.ofNullable(roots.get(kind));
    }
}
