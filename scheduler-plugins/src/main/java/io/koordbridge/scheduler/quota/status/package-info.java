/** What is published of quotas: annotations and status of their objects, gauges, and the built-in quotas where they are absent. Input: the states of the ledger and the objects; output: merge patches of what differs. Triggered every second, by the leading replica. Scheduler specification for quotas, section 7. */
@NullMarked
package io.koordbridge.scheduler.quota.status;

import org.jspecify.annotations.NullMarked;
