package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is wrong with a document of a Node, in sentences for people. */
@PureCore
final class NodeProblems {

    private NodeProblems() {}

    static List<String> of(Node node, Decoded<?> read) {
        return read.problems().stream()
                .map(one -> "Node/" + node.getMetadata().getName() + ": " + one.message())
                .toList();
    }

    /** All of them in one, null without any. */
    static @Nullable String joined(Node node, Decoded<?> read) {
        return read.isGood() ? null : String.join("; ", of(node, read));
    }
}
