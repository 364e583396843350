package io.koordbridge.kube.feed;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.kube.client.ApiPaths;
import io.koordbridge.kube.client.KubeJson;

/** A kind that a feed can follow, in all namespaces. */
public final class FeedKind<T extends HasMetadata> {

    private static final int PAGE = 500;

    /** All pods; decoded is what capacity depends on, and who made them. */
    public static final FeedKind<Pod> PODS =
            new FeedKind<>("pods", "api/v1/pods", PAGE, new BinaryEncoding<>(PodMessages::pod));

    /** All nodes; decoded is what capacity depends on. */
    public static final FeedKind<Node> NODES =
            new FeedKind<>("nodes", "api/v1/nodes", PAGE, new BinaryEncoding<>(NodeMessages::node));

    private final String plural;
    private final String path;
    private final int page;
    private final FeedEncoding<T> encoding;

    private FeedKind(String plural, String path, int page, FeedEncoding<T> encoding) {
        this.plural = plural;
        this.path = path;
        this.page = page;
        this.encoding = encoding;
    }

    /**
     * A custom kind, decoded whole but for the owners of its fields.
     *
     * @param page objects in one answer to a list, all of which are held at a time
     */
    public static <T extends HasMetadata> FeedKind<T> custom(Class<T> kind, int page) {
        String path = ApiPaths.collection(kind, null);
        return new FeedKind<>(HasMetadata.getPlural(kind), path, page, new JsonEncoding<>(KubeJson.feedReader(kind)));
    }

    String plural() {
        return plural;
    }

    String path() {
        return path;
    }

    int page() {
        return page;
    }

    FeedEncoding<T> encoding() {
        return encoding;
    }
}
