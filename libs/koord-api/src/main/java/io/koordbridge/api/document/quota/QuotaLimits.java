package io.koordbridge.api.document.quota;

import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.protocol.PureCore;

/** The spec of a quota: its guaranteed minimum and its limit. They are one document, as each only makes sense with the other. */
@PureCore
public record QuotaLimits(ResourceAmounts min, ResourceAmounts max) {

    /** Nothing guaranteed, nothing limited. */
    public static final QuotaLimits NONE = new QuotaLimits(ResourceAmounts.NONE, ResourceAmounts.NONE);
}
