/** Whether the kube-scheduler beside this process leads, so that this process writes. Input: the Lease of kube-scheduler; output: yes or no, and for how long. Triggered twice a second. */
@NullMarked
package io.koordbridge.scheduler.leadership;

import org.jspecify.annotations.NullMarked;
