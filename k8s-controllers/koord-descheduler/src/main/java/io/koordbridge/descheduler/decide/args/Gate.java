package io.koordbridge.descheduler.decide.args;

import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** A check that {@code skipEvictionGates} can switch off. */
@PureCore
public enum Gate {
    MAX_UNAVAILABLE_PER_WORKLOAD("MaxUnavailablePerWorkload"),
    MAX_MIGRATING_PER_WORKLOAD("MaxMigratingPerWorkload"),
    MAX_MIGRATING_PER_NODE("MaxMigratingPerNode"),
    MAX_MIGRATING_PER_NAMESPACE("MaxMigratingPerNamespace"),
    MAX_MIGRATING_GLOBALLY("MaxMigratingGlobally"),
    EXPECTED_REPLICAS("ExpectedReplicas"),
    PVC("PVC"),
    BARE_PODS("BarePods"),
    LOCAL_STORAGE("LocalStorage"),
    SYSTEM_CRITICAL("SystemCritical"),
    PRIORITY_THRESHOLD("PriorityThreshold"),
    LABEL_SELECTOR("LabelSelector"),
    NAMESPACES("Namespaces"),
    NODE_FIT("NodeFit");

    /** Names of all, for messages. */
    static final String NAMES = Arrays.stream(values()).map(Gate::wireName).collect(Collectors.joining(", "));

    private final String wireName;

    Gate(String wireName) {
        this.wireName = wireName;
    }

    /** The text on the wire, which is also the name of the check. */
    public String wireName() {
        return wireName;
    }

    static Optional<Gate> ofName(String name) {
        return Arrays.stream(values())
                .filter(gate -> gate.wireName.equals(name))
                .findFirst();
    }
}
