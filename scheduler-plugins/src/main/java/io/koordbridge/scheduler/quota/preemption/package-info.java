/** Makes room in a quota for an important pod by evicting less important ones of the same quota. Input: pods that their quota refused, pods and states of the ledger, nodes; output: evictions, and room that is kept for the pod. Triggered every second. Scheduler specification for quotas, sections 8.1 and 8.2. */
@NullMarked
package io.koordbridge.scheduler.quota.preemption;

import org.jspecify.annotations.NullMarked;
