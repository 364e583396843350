package io.koordbridge.descheduler.decide.args;

import io.koordbridge.protocol.PureCore;

/**
 * Whether plugins adapted from Kubernetes ask for room on another node.
 *
 * @param nodeSelector of the nodes that count, as a text; empty for all
 */
@PureCore
public record NodeFitArgs(boolean enabled, String nodeSelector) {}
