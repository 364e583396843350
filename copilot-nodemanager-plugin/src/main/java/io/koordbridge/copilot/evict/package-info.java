/**
 * Chooses containers to give up and ends them with a status that applications forgive.
 *
 * <p>Inputs: container facts, a list of ids or an amount of resources. Outputs: kill events with status PREEMPTED (-102) and, when
 * forced, SIGKILL through the cgroup. Triggered by POST /v2/evict and the two v1 kill calls.
 *
 * <p>Source: YARN specification sections 5.2 and 6.7.
 */
package io.koordbridge.copilot.evict;
