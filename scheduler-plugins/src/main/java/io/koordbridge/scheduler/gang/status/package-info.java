/** The status of PodGroups, written by the replica that acts. Input: pods of gangs and PodGroups; output: patches of the status. Triggered by changes, looked at once a second. Quota specification section 10.3. */
@NullMarked
package io.koordbridge.scheduler.gang.status;

import org.jspecify.annotations.NullMarked;
