/** Gangs as a capability of the scheduler: wires the plan, the barrier before binds and the status of PodGroups. */
@NullMarked
package io.koordbridge.scheduler.gang;

import org.jspecify.annotations.NullMarked;
