/** The three verbs of the kube-scheduler extender protocol over HTTP, bounded in size and time, and the debug views. Scheduler specification section 20. */
@NullMarked
package io.koordbridge.scheduler.extender;

import org.jspecify.annotations.NullMarked;
