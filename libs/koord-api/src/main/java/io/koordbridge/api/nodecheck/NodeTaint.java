package io.koordbridge.api.nodecheck;

import io.fabric8.kubernetes.api.model.Taint;
import io.koordbridge.protocol.PureCore;
import java.util.Objects;

/** A taint of a node; absent fields are empty. */
@PureCore
public record NodeTaint(String key, String value, String effect) {

    /** What a cordoned node is taken to have. */
    public static final NodeTaint CORDON = new NodeTaint("node.kubernetes.io/unschedulable", "", "NoSchedule");

    /** Of a taint object. */
    public static NodeTaint of(Taint taint) {
        return new NodeTaint(
                Objects.requireNonNullElse(taint.getKey(), ""),
                Objects.requireNonNullElse(taint.getValue(), ""),
                Objects.requireNonNullElse(taint.getEffect(), ""));
    }

    /** Whether it keeps pods away, and does not only make the node less welcome. */
    public boolean keepsAway() {
        return effect.equals("NoSchedule") || effect.equals("NoExecute");
    }
}
