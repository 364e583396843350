/**
 * Holds the end of a NodeManager's pod back until its containers have ended.
 *
 * <p>Inputs: the plugin's own answers, read over its socket from a second process in the same container. Output: the end of that process, and
 * lines in the log of the pod. Triggered by the kubelet, as the pod's preStop hook.
 *
 * <p>Source: YARN specification section 6.8, drain.
 */
package io.koordbridge.copilot.drain;
