/** Pods that have to wait get our scheduling gate at admission while the gatekeeper of koord-scheduler works, and keep it no longer. Input: pods at admission, quotas, what the gatekeeper writes on the lease of koord-scheduler; output: the gate in the answer of the webhook, and gates removed while no gatekeeper works. Quota specification sections 0.1, 0.2 and 5. */
@NullMarked
package io.koordbridge.manager.schedulinggate;

import org.jspecify.annotations.NullMarked;
