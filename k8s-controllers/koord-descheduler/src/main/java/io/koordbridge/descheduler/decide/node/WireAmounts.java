package io.koordbridge.descheduler.decide.node;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Quantities in whole units: cpu in milli-cores, all others in their own unit. */
@PureCore
final class WireAmounts {

    private WireAmounts() {}

    /** Empty when it cannot be read. */
    static OptionalLong read(String name, @Nullable Quantity quantity) {
        if (quantity == null || quantity.getAmount() == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(
                    name.equals(ResourceNames.CPU) ? Quantities.milli(quantity) : Quantities.value(quantity));
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            return OptionalLong.empty();
        }
    }
}
