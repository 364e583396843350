package io.koordbridge.koordlet.qos.rdt;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.KnobShape;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.protocol.PureCore;

/** Files of resctrl. */
@PureCore
public final class RdtKnobs {

    /** Groups. */
    public static final Knob<String> GROUP = Knob.of(KnobShape.directory(Trees.Kind.RESCTRL));
    /** Shares of a group, a line for each resource. */
    public static final Knob<String> SCHEMATA = Knob.of(
            KnobShape.file(Trees.Kind.RESCTRL, "schemata", Schemata::meaning).lines(""));
    /** Threads of a group. */
    public static final Knob<String> TASKS =
            Knob.of(KnobShape.file(Trees.Kind.RESCTRL, "tasks", text -> text).members());

    private RdtKnobs() {}
}
