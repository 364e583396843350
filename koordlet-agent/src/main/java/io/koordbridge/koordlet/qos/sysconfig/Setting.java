package io.koordbridge.koordlet.qos.sysconfig;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.KnobShape;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.protocol.PureCore;

/** A file with one number, and what it may be. */
@PureCore
@SuppressWarnings("ImmutableEnumChecker") // Nothing of it changes, though its types could.
enum Setting {
    MIN_FREE("minFreeKbytesFactor", Trees.Kind.SYSCTL, "vm", "min_free_kbytes", 10_240, 10_485_760),
    WATERMARK_SCALE("watermarkScaleFactor", Trees.Kind.SYSCTL, "vm", "watermark_scale_factor", 10, 400),
    REAPER("memcgReapBackGround", Trees.Kind.SYS, "kernel/mm/memcg_reaper", "reap_background", 0, 1),
    GROUP_IDENTITY(
            "schedGroupIdentityEnabled",
            Trees.Kind.SYSCTL,
            "kernel",
            "sched_group_identity_enabled",
            0,
            Long.MAX_VALUE),
    IDLE_SAVER("schedIdleSaverWmark", Trees.Kind.SYSCTL, "kernel", "sched_idle_saver_wmark", 0, Long.MAX_VALUE),
    PAGE_CACHE("pageCacheLimitEnabled", Trees.Kind.SYS, "kernel/mm/pagecache_limit", "enabled", 0, 1);

    private final String field;
    private final String group;
    private final Knob<Long> knob;
    private final long lowest;
    private final long highest;

    Setting(String field, Trees.Kind tree, String group, String file, long lowest, long highest) {
        this.field = field;
        this.group = group;
        this.knob = Knob.of(KnobShape.file(tree, file, Long::valueOf));
        this.lowest = lowest;
        this.highest = highest;
    }

    /** Name in the NodeSLO. */
    String field() {
        return field;
    }

    /** Directory in its tree. */
    String group() {
        return group;
    }

    Knob<Long> knob() {
        return knob;
    }

    boolean allows(long value) {
        return value >= lowest && value <= highest;
    }

    /** For messages. */
    String range() {
        return highest == Long.MAX_VALUE ? "at least " + lowest : lowest + " to " + highest;
    }

    /** Path below {@code /proc/sys} or {@code /sys}. */
    String path() {
        String top = knob.tree() == Trees.Kind.SYS ? "/sys/" : "/proc/sys/";
        String name = knob.name();
        return top + group + '/' + name.substring(name.indexOf(':') + 1);
    }
}
