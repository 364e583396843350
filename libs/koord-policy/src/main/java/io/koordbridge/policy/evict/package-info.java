/**
 * When the best-effort tier of a node gets so little CPU that some of it is evicted.
 *
 * <p>Pure. Inputs: usage, requests and limit of the tier; outputs: milli-cores to release. Source: node agent specification section 13.3.
 */
@NullMarked
package io.koordbridge.policy.evict;

import org.jspecify.annotations.NullMarked;
