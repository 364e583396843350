package io.koordbridge.manager.cleanup;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.PureCore;
import java.util.Map;

/**
 * What a kubelet reported before amplification.
 *
 * @param amounts quantity by resource
 */
@PureCore
record RawAllocatable(Map<String, Quantity> amounts) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    RawAllocatable {
        amounts = Map.copyOf(amounts);
    }
}
