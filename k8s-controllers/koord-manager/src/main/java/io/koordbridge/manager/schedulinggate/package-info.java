/** Pods that have to wait get our scheduling gate at admission, and keep it no longer than a koord-scheduler leads. Input: pods at admission, quotas, the lease of koord-scheduler; output: the gate in the answer of the webhook, and gates removed while nothing leads. Quota specification sections 0.1 and 0.2. */
@NullMarked
package io.koordbridge.manager.schedulinggate;

import org.jspecify.annotations.NullMarked;
