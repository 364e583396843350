package io.koordbridge.scheduler.plugin;

/**
 * What filter, prioritize and bind ask: about the pod, then about each node.
 *
 * @param gate asked before any node
 * @param plugins asked for each node
 */
public record Capabilities(PodGate gate, PluginList plugins) {}
