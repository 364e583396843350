/** Capacity that the annotation node.koordinator.sh/reservation keeps from all pods. Input: allocatable, annotation, amplification ratio; output: what pods may use. Scheduler specification section 2.2. */
@NullMarked
package io.koordbridge.scheduler.reservation;

import org.jspecify.annotations.NullMarked;
