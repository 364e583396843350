/**
 * How much of a node YARN gets, and the order in which a change is carried out: reserve before grow, shrink before release.
 *
 * <p>Pure. {@link io.koordbridge.policy.lease.LeasePlanner} turns the node's books into a wanted lease; {@link LeaseProtocol} takes the state and an
 * observation and returns the next state, the actions to take now and what it waits for. Trigger: each observation. Source:
 * YARN specification sections 6.2 to 6.5; see {@code DESIGN.md} beside this file.
 */
@NullMarked
package io.koordbridge.yarnoperator.lease;

import org.jspecify.annotations.NullMarked;
