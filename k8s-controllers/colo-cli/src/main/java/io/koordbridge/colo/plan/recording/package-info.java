/** Recorded use of nodes, from whatever source, and the file that it is kept in. */
@NullMarked
package io.koordbridge.colo.plan.recording;

import org.jspecify.annotations.NullMarked;
