package io.koordbridge.kube.feed;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.Function;

/** A built-in kind that a feed can follow. */
public final class FeedKind<T extends HasMetadata> {

    /** All pods; decoded is what capacity depends on, and who made them. */
    public static final FeedKind<Pod> PODS = new FeedKind<>("pods", "api/v1/pods", PodMessages::pod);

    /** All nodes; decoded is what capacity depends on. */
    public static final FeedKind<Node> NODES = new FeedKind<>("nodes", "api/v1/nodes", NodeMessages::node);

    private final String plural;
    private final String path;
    private final Function<ProtoReader, T> decoder;

    private FeedKind(String plural, String path, Function<ProtoReader, T> decoder) {
        this.plural = plural;
        this.path = path;
        this.decoder = decoder;
    }

    String plural() {
        return plural;
    }

    String path() {
        return path;
    }

    Function<ProtoReader, T> decoder() {
        return decoder;
    }
}
