/** What a plan says: figures of pools under several settings, values to set, and how they are printed. */
@NullMarked
package io.koordbridge.colo.plan.outcome;

import org.jspecify.annotations.NullMarked;
