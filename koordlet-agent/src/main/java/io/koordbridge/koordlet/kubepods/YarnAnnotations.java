package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.yarn.YarnNodeManagerReader;
import io.koordbridge.api.document.yarn.YarnQuestionReader;
import io.koordbridge.api.document.yarn.YarnShrinkReader;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * What the node says of its NodeManager, and asks about it. Of this moment: not kept over a restart.
 *
 * @param question null without one that can be read
 * @param problem of the question, null without one
 * @param shrink to what its NodeManager shrinks
 * @param nodeManager what this agent or an earlier one wrote, null without a readable text
 */
@PureCore
public record YarnAnnotations(
        @Nullable String question,
        @Nullable String problem,
        Decoded<YarnShrink> shrink,
        @Nullable YarnNodeManager nodeManager) {

    public static final YarnAnnotations NONE = new YarnAnnotations(null, null, Decoded.absent(), null);

    /** Reads a node. */
    static YarnAnnotations of(Node node) {
        var question = YarnQuestionReader.read(node);
        return new YarnAnnotations(
                question.value(),
                question.problems().stream()
                        .map(problem -> "Node/" + node.getMetadata().getName() + ": " + problem.message())
                        .findFirst()
                        .orElse(null),
                YarnShrinkReader.read(node),
                YarnNodeManagerReader.read(node).value());
    }
}
