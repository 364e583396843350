package io.koordbridge.yarnoperator.matching;

import io.koordbridge.api.document.yarn.YarnNodeId;
import org.jspecify.annotations.Nullable;

/**
 * The NodeManager that the agent of a node has found there.
 *
 * @param nodeId its name
 * @param cluster of the configured clusters, null when that is not known
 * @param current whether the agent reports now; the annotation of one that does not may be from before a restart or a move
 */
public record AgentWord(YarnNodeId nodeId, @Nullable String cluster, boolean current) {}
