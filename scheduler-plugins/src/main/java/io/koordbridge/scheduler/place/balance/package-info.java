/** Prefers nodes with most batch resources left. Input: demand and node view; output: a score from 0 to 100. Triggered by prioritize. Scheduler specification section 19. */
@NullMarked
package io.koordbridge.scheduler.place.balance;

import org.jspecify.annotations.NullMarked;
