package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.midresource.MidAllotment;
import java.time.Instant;

/**
 * Mid capacity of a node.
 *
 * @param mid with what damping did
 * @param from time of the report that the published amounts come from
 */
public record MidCapacity(Damped<MidAllotment> mid, Instant from) {}
