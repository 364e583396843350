package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.protocol.PureCore;

/**
 * What identity remembers.
 *
 * @param plan the last one; it holds while what it was made of does not change
 */
@PureCore
public record IdentityMemory(IdentityPlan plan) {

    static final IdentityMemory NONE = new IdentityMemory(IdentityPlan.NONE);
}
