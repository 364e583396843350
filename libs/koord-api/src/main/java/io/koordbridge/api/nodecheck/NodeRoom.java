package io.koordbridge.api.nodecheck;

import io.koordbridge.api.quantity.Amounts;
import io.koordbridge.protocol.PureCore;
import java.util.Set;

/**
 * What is left on a node.
 *
 * @param free what may still be requested
 * @param freePods how many pods it takes yet, not above 0 when it is full
 * @param takenPorts of the pods that are there
 */
@PureCore
public record NodeRoom(Amounts free, long freePods, Set<HostPort> takenPorts) {}
