/** Pods with our scheduling gate enter the queue of kube-scheduler when their gang is planned or their quota has room. Input: pods with the gate, the plans of gangs, the room of quotas; output: the gate is removed. Triggered twice a second by the replica that acts. Quota specification sections 0.1 and 0.2. */
@NullMarked
package io.koordbridge.scheduler.gatekeeper;

import org.jspecify.annotations.NullMarked;
