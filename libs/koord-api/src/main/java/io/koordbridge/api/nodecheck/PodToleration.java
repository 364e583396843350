package io.koordbridge.api.nodecheck;

import io.fabric8.kubernetes.api.model.Toleration;
import io.koordbridge.protocol.PureCore;
import java.util.Objects;

/**
 * A toleration; absent fields are empty.
 *
 * @param key empty tolerates every key
 * @param exists whether any value is tolerated; else it has to be equal
 * @param effect empty tolerates every effect
 */
@PureCore
public record PodToleration(String key, boolean exists, String value, String effect) {

    /** Of operators beyond Equal and Exists none is understood: such a toleration tolerates nothing. */
    public static boolean isUnderstood(Toleration toleration) {
        String operator = Objects.requireNonNullElse(toleration.getOperator(), "");
        return operator.isEmpty() || operator.equals("Equal") || operator.equals("Exists");
    }

    /** Of a toleration object. */
    public static PodToleration of(Toleration toleration) {
        return new PodToleration(
                Objects.requireNonNullElse(toleration.getKey(), ""),
                "Exists".equals(toleration.getOperator()),
                Objects.requireNonNullElse(toleration.getValue(), ""),
                Objects.requireNonNullElse(toleration.getEffect(), ""));
    }

    /** Whether the taint does not matter. */
    public boolean tolerates(NodeTaint taint) {
        return (effect.isEmpty() || effect.equals(taint.effect()))
                && (key.isEmpty() || key.equals(taint.key()))
                && (exists || value.equals(taint.value()));
    }
}
