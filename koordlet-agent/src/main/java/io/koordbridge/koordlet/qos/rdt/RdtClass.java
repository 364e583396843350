package io.koordbridge.koordlet.qos.rdt;

import io.koordbridge.api.slo.ResctrlQos;
import io.koordbridge.api.slo.ResourceQos;
import io.koordbridge.api.slo.ResourceQosStrategy;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.KnobShape;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Classes of pods with a group each, which has their name. */
@PureCore
@SuppressWarnings("ImmutableEnumChecker") // Nothing of it changes, though its types could.
enum RdtClass {
    LSR("lsrClass", ResourceQosStrategy::lsrClass, QosClass.LSE, QosClass.LSR),
    LS("lsClass", ResourceQosStrategy::lsClass, QosClass.LS),
    BE("beClass", ResourceQosStrategy::beClass, QosClass.BE);

    private final String field;
    private final Function<ResourceQosStrategy, @Nullable ResourceQos> part;
    private final Set<QosClass> pods;
    private final Need<Schemata> held;

    RdtClass(String field, Function<ResourceQosStrategy, @Nullable ResourceQos> part, QosClass... pods) {
        this.field = field;
        this.part = part;
        this.pods = Set.of(pods);
        Knob<Schemata> file = Knob.of(KnobShape.file(Trees.Kind.RESCTRL, name() + "/schemata", Schemata::parse));
        this.held = Need.knob(file, Scope.NODE);
    }

    /** Name in the NodeSLO. */
    String field() {
        return field;
    }

    /** Classes of pods in the group. */
    Set<QosClass> pods() {
        return pods;
    }

    /** What its group has; no value without the group. */
    Need<Schemata> held() {
        return held;
    }

    /** Its settings; neutral while it is off. */
    Optional<ResctrlQos> settings(ResourceQosStrategy strategy) {
        ResourceQos found = part.apply(strategy);
        return found == null ? Optional.empty() : Optional.ofNullable(found.resctrlQOS());
    }

    boolean isOn(ResourceQosStrategy strategy) {
        return settings(strategy)
                .filter(one -> Boolean.TRUE.equals(one.enable()))
                .isPresent();
    }
}
