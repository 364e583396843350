/**
 * Which YARN NodeManagers may be evicted: those that are drained, and those that are handed to the yarn-operator by a soft eviction
 * whose job waits for the drain; descheduler specification section 12.
 *
 * <p>Inputs: the mark that the yarn-operator renews on a drained pod, as this process saw it change; outputs: a sentence that keeps
 * the pod, or none. Triggered by each version of a pod and by each filter.
 */
@NullMarked
package io.koordbridge.descheduler.decide.nodemanager;

import org.jspecify.annotations.NullMarked;
