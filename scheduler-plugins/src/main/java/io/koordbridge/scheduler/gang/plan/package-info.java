/** Gangs: pods that are placed together or not at all. Input: pods, PodGroups, nodes; output: refusals of filter until every member of the minimum has room, the planned node afterwards, binds that wait for each other. Triggered by the verbs and a round four times a second. Quota specification section 10, ADR 0014. */
@NullMarked
package io.koordbridge.scheduler.gang.plan;

import org.jspecify.annotations.NullMarked;
