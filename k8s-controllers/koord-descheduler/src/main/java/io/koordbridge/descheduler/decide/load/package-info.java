/**
 * Moves pods from overloaded nodes to nodes with room, by what agents report; descheduler specification section 10.
 *
 * <p>Inputs: arguments, detectors of earlier runs, a view of the cluster, and where evictions are requested; outputs: the next
 * detectors, and for each pool, node and pod what was decided with its numbers. Triggered once per descheduling run.
 */
@NullMarked
package io.koordbridge.descheduler.decide.load;

import org.jspecify.annotations.NullMarked;
