package io.koordbridge.kube.write;

import com.fasterxml.jackson.databind.ObjectReader;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor.RequestTags;
import io.koordbridge.kube.client.ApiPaths;
import io.koordbridge.kube.client.KubeJson;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Writes of objects as plain requests of the client, with its credentials, retries and interceptors, each of them one request.
 * The client's own way to a write copies the object several times, which costs more than the request where thousands are
 * written. Answers come without the owners of fields.
 */
public final class ObjectCalls {

    private static final int ERRORS = 300;
    private static final String JSON = "application/json";

    private final KubernetesClient client;
    private final long timeoutMillis;
    private final Map<Class<?>, ObjectReader> readers = new ConcurrentHashMap<>();

    public ObjectCalls(KubernetesClient client) {
        this.client = client;
        this.timeoutMillis = timeoutMillis(client);
    }

    /** A client that was derived for requests of other limits carries them in its HTTP client. */
    private static long timeoutMillis(KubernetesClient client) {
        RequestConfig own =
                client.getHttpClient() instanceof RequestTags tags ? tags.getTag(RequestConfig.class) : null;
        return own == null ? client.getConfiguration().getRequestTimeout() : own.getRequestTimeout();
    }

    /**
     * Creates an object.
     *
     * @return the answer, which may hold only metadata
     * @throws KubernetesClientException when the API server refuses or does not answer in time
     */
    @SuppressWarnings("unchecked")
    public <T extends HasMetadata> T create(T object) {
        Class<T> kind = (Class<T>) object.getClass();
        String path = ApiPaths.collection(kind, object.getMetadata().getNamespace());
        String body = client.getKubernetesSerialization().asJson(object);
        return call(kind, "POST", path, JSON, body);
    }

    /**
     * Patches an object.
     *
     * @param subresource such as {@code status}, empty for none
     * @return the answer, which may hold only metadata
     * @throws KubernetesClientException when the API server refuses or does not answer in time
     */
    <T extends HasMetadata> T patch(ObjectAddress<T> object, String subresource, PatchType type, String body) {
        String path = object.path() + (subresource.isEmpty() ? "" : "/" + subresource);
        return call(object.kind(), "PATCH", path, type.getContentType(), body);
    }

    private <T> T call(Class<T> kind, String method, String path, String type, String body) {
        URI uri = ApiPaths.uri(client, path);
        HttpRequest request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(uri)
                .header("Accept", JSON)
                .method(method, type, body)
                .build();
        HttpResponse<byte[]> answer = answer(request);
        if (answer.code() >= ERRORS) {
            throw refused(request, answer);
        }
        try {
            return readers.computeIfAbsent(kind, KubeJson::feedReader).readValue(answer.body());
        } catch (IOException e) {
            throw new KubernetesClientException(method + " " + uri + ": the answer cannot be read", e);
        }
    }

    private HttpResponse<byte[]> answer(HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> answer = client.getHttpClient().sendAsync(request, byte[].class);
        try {
            return answer.get(timeoutMillis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new KubernetesClientException(
                    request.method() + " " + request.uri() + ": " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new KubernetesClientException(request.method() + " " + request.uri() + ": no answer in time", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new KubernetesClientException(request.method() + " " + request.uri() + ": interrupted", e);
        }
    }

    private static KubernetesClientException refused(HttpRequest request, HttpResponse<byte[]> answer) {
        Status status = status(answer.body());
        String why = status.getMessage() == null ? answer.message() : status.getMessage();
        return new KubernetesClientException(
                request.method() + " " + request.uri() + ": " + answer.code() + " " + why, answer.code(), status);
    }

    /** Proxies on the way answer errors with texts of their own. */
    private static Status status(byte[] body) {
        try {
            return KubeJson.feedReader(Status.class).readValue(body);
        } catch (IOException e) {
            return new Status();
        }
    }
}
