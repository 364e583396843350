/**
 * Registers the NodeManager with the lease it last had instead of its configured size.
 *
 * <p>Inputs: the lease file that the node agent writes, the ResourceManager's minimum allocation. Output: the two capacity keys of the
 * NodeManager's configuration, set before its other services read them. Triggered once, at start.
 *
 * <p>Source: YARN specification section 6.7.
 */
package io.koordbridge.copilot.lease;
