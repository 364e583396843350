/** Pods of quotas that use more than they may, for longer than they may, are evicted. Input: states and pods of the ledger; output: evictions. Triggered every second, off by default. Scheduler specification for quotas, section 8.3. */
@NullMarked
package io.koordbridge.scheduler.quota.revoke;

import org.jspecify.annotations.NullMarked;
