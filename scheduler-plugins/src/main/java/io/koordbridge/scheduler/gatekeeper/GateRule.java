package io.koordbridge.scheduler.gatekeeper;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.gang.plan.GateState;

/** What has to happen before our gate of a pod opens. */
@PureCore
public enum GateRule {
    /** Nothing: it opens now. */
    OPEN,
    /** Its gang or others who gate the pod: it stays. */
    STAY,
    /** Its quota needs room for it. */
    ASK_QUOTA;

    /**
     * What may still keep a gate closed.
     *
     * @param gates whether gates are in use; without, all open
     * @param quotas whether pods wait for their quotas
     */
    public record Switches(boolean gates, boolean quotas) {}

    /**
     * The rule for a pod. Ours is the last of its gates to open: room that is kept for a pod is of no use while others keep it away.
     */
    static GateRule of(GatedPod pod, GateState gang, Switches switches) {
        if (!switches.gates()) {
            return OPEN;
        }
        if (pod.others()) {
            return STAY;
        }
        return switch (gang) {
            case WAITS -> STAY;
            case PLACED -> OPEN;
            case FREE -> switches.quotas() ? ASK_QUOTA : OPEN;
        };
    }
}
