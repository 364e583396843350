package io.koordbridge.kube.client;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;

/**
 * Requests only metadata in answers to writes whose answers are not read: statuses of Nodes, and objects that are
 * created to follow Nodes. A server that cannot leave the rest away sends the whole object.
 */
final class MetadataOnlyInterceptor implements Interceptor {

    static final String METADATA_ALONE =
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

    private static final String NODES = "/api/v1/nodes/";
    private static final String STATUS = "/status";
    private static final String FOLLOWERS = "/apis/slo.koordinator.sh/";

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (isMetadataEnough(request.method(), request.uri().getPath())) {
            builder.setHeader("Accept", METADATA_ALONE);
        }
    }

    static boolean isMetadataEnough(String method, String path) {
        return switch (method) {
            case "PATCH" -> path.startsWith(NODES) && path.endsWith(STATUS);
            case "POST" -> path.startsWith(FOLLOWERS);
            default -> false;
        };
    }
}
