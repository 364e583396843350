/** Small files of the agent's own: replaced as a whole, for their owner only. */
@NullMarked
package io.koordbridge.koordlet.disk;

import org.jspecify.annotations.NullMarked;
