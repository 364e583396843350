package io.koordbridge.manager.app;

import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Answers some requests with an error before it lets them through. */
final class Faults extends Dispatcher {

    private final KubernetesCrudDispatcher server = new KubernetesCrudDispatcher(List.of());
    private final Map<String, Deque<Integer>> codes = new ConcurrentHashMap<>();

    /** The next requests of a method to a path get these codes, one each. */
    void next(String method, String path, Integer... wanted) {
        codes.put(method + " " + path, new ArrayDeque<>(List.of(wanted)));
    }

    /** Whether no error is left that somebody should have got. */
    boolean spent() {
        return codes.isEmpty();
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) {
        String path = request.getPath().replaceAll("\\?.*", "");
        Integer code = take(request.method() + " " + path);
        if (code == null) {
            return server.dispatch(request);
        }
        String status =
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"Test\",\"code\":%d}";
        return new MockResponse()
                .setResponseCode(code)
                .addHeader("Content-Type", "application/json")
                .setBody(status.formatted(code));
    }

    private synchronized Integer take(String request) {
        Deque<Integer> left = codes.get(request);
        Integer code = left == null ? null : left.poll();
        if (left != null && left.isEmpty()) {
            codes.remove(request);
        }
        return code;
    }
}
