/**
 * The CPU quota of a group to which several strategies add their part: what its limits say, made smaller for a faster processor, and given
 * room for a burst. It is composed, never the smaller of two values. Inputs: parts of the strategies of a tick. Outputs: batches for the
 * writer. Trigger: each tick with a part. Node agent specification sections 5.5, 13.6 and 14.6.
 */
@NullMarked
package io.koordbridge.koordlet.enforce.quota;

import org.jspecify.annotations.NullMarked;
