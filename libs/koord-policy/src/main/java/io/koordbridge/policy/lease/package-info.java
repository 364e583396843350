/**
 * How much of a node YARN gets, and by how much a lease differs before it changes.
 *
 * <p>Pure. {@link LeasePlanner} turns the node's books into a wanted lease; {@link Hysteresis} keeps small differences out. The order in
 * which a change is carried out belongs to yarn-operator. Source: YARN specification sections 6.2 and 6.3.
 */
@NullMarked
package io.koordbridge.policy.lease;

import org.jspecify.annotations.NullMarked;
