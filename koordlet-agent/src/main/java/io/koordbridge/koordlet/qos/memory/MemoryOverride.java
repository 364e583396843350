package io.koordbridge.koordlet.qos.memory;

import io.koordbridge.api.document.pod.QosWishReader;
import io.koordbridge.api.slo.MemoryQos;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.protocol.PureCore;
import java.util.Locale;

/**
 * What a pod says of its memory.
 *
 * @param values those that it names; others are null
 */
@PureCore
record MemoryOverride(Policy policy, MemoryQos values) {

    /** The annotation. */
    static final OverrideKey<MemoryOverride> KEY = new OverrideKey<>(
            QosWishReader.MEMORY,
            "an object with policy none, auto or default, and values of a class: " + MemoryClasses.ALLOWED,
            MemoryOverride::parse);

    /** Which values its own ones are laid over. */
    enum Policy {
        /** No values at all. */
        NONE,
        /** The defaults of its class. */
        AUTO,
        /** Those of its class in the NodeSLO. */
        DEFAULT
    }

    private static MemoryOverride parse(String text) {
        MemoryQos values = OverrideKey.required(QosWishReader.memory(text))
                .orElseThrow(() -> new IllegalArgumentException("not an object"));
        MemoryClasses.requireAllowed(values);
        String policy = OverrideKey.required(QosWishReader.memoryPolicy(text)).orElse("");
        return new MemoryOverride(
                policy.isEmpty() ? Policy.DEFAULT : Policy.valueOf(policy.toUpperCase(Locale.ROOT)), values);
    }
}
