/**
 * What best-effort work may use of a node beside other work, and how that stays steady while the load does.
 *
 * <p>Pure. Inputs: size, reservation and newest usages of the node; outputs: milli-cores. Source: node agent specification section 13.2,
 * allowance.
 */
@NullMarked
package io.koordbridge.policy.suppress;

import org.jspecify.annotations.NullMarked;
