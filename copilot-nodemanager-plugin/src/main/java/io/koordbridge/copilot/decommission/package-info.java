/**
 * Signals Spark's executors to leave while the node shrinks, so that they end by themselves before the ResourceManager ends them.
 *
 * <p>Inputs: the target and the time left of a shrink (POST /v2/shrink), container facts, the capacity from the ResourceManager, /proc of
 * the containers' processes. Outputs: one signal to each executor chosen, the marks of its container, counters. Triggered once a second
 * while a shrink is under way.
 *
 * <p>Source: YARN specification sections 5.4 and 6.4, product design 3.35.
 */
package io.koordbridge.copilot.decommission;
