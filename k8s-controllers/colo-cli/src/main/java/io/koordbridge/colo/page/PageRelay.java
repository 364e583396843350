package io.koordbridge.colo.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.koordbridge.colo.answer.ServerCheck;
import io.koordbridge.colo.answer.TlsProblem;
import io.koordbridge.protocol.PageHeaders;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * A port of this host's loopback address that hands requests on to wherever the page is at the moment, with the token of the user. It reads only, and
 * answers only requests that name this host, so that a page from elsewhere cannot use the token through a name of its own.
 */
final class PageRelay implements AutoCloseable {
    private static final Set<String> METHODS = Set.of("GET", "HEAD");
    private static final Pattern THIS_HOST = Pattern.compile("(?:127\\.0\\.0\\.1|localhost|\\[::1])(?::\\d+)?");
    private static final int FORBIDDEN = 403;
    private static final int NO_SUCH_METHOD = 405;
    private static final int BAD_GATEWAY = 502;
    private static final int NO_BODY = -1;
    private static final int UNKNOWN_LENGTH = 0;
    private static final int BUFFER = 8_192;

    private final String token;
    private final Duration timeout;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(PageRelay::newThread);
    private volatile Target target;

    /**
     * Where the page is.
     *
     * @param check of the server if it speaks TLS
     * @param given whether the user named the address
     */
    record Upstream(URI address, ServerCheck check, boolean given) {}

    private record Target(URI address, HttpClient http, boolean given) {

        /** Why it did not answer, for the user. */
        String problem(IOException problem) {
            return TlsProblem.of(address, problem)
                    .map(why -> "the leader cannot be asked: " + why)
                    .orElseGet(() -> "the leader does not answer; " + advice(problem));
        }

        private String advice(IOException problem) {
            return (given ? TlsProblem.guess(address, problem) : Optional.<String>empty())
                    .orElse("colo page looks for the one that leads");
        }
    }

    private PageRelay(int port, Upstream upstream, String token, Duration timeout) throws IOException {
        this.target = target(upstream, timeout);
        this.token = token;
        this.timeout = timeout;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
    }

    /**
     * A relay that listens.
     *
     * @param port of this host, 0 for a free one
     * @param token bearer token that is sent, empty for none
     * @param timeout of the beginning of an answer
     * @throws IOException if the port is in use
     */
    static PageRelay listen(int port, Upstream upstream, String token, Duration timeout) throws IOException {
        PageRelay relay = new PageRelay(port, upstream, token, timeout);
        relay.server.start();
        return relay;
    }

    private static Target target(Upstream upstream, Duration timeout) {
        return new Target(
                upstream.address(),
                upstream.check()
                        .client(timeout)
                        .version(HttpClient.Version.HTTP_1_1)
                        .build(),
                upstream.given());
    }

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "page-relay");
        thread.setDaemon(true);
        return thread;
    }

    /** Later requests go there, where the page was found. */
    void to(URI address, ServerCheck check) {
        target = target(new Upstream(address, check, false), timeout);
    }

    /** Where a browser finds the page. */
    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String host = String.valueOf(exchange.getRequestHeaders().getFirst("Host"));
            if (!THIS_HOST.matcher(host).matches()) {
                refuse(exchange, FORBIDDEN, "colo page answers http://127.0.0.1 only");
            } else if (!METHODS.contains(exchange.getRequestMethod())) {
                refuse(exchange, NO_SUCH_METHOD, "colo page only reads");
            } else {
                relay(exchange);
            }
        }
    }

    private void relay(HttpExchange exchange) throws IOException {
        HttpResponse<InputStream> answer;
        Target asked = target;
        try {
            answer = asked.http().send(request(exchange, asked.address()), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            refuse(exchange, BAD_GATEWAY, asked.problem(e));
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try (InputStream in = answer.body()) {
            answer.headers().map().forEach((name, values) -> {
                if (PageHeaders.isPassedBack(name)) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            boolean empty = exchange.getRequestMethod().equals("HEAD")
                    || answer.statusCode() == 204
                    || answer.statusCode() == 304;
            exchange.sendResponseHeaders(answer.statusCode(), empty ? NO_BODY : UNKNOWN_LENGTH);
            if (!empty) {
                copy(in, exchange.getResponseBody());
            }
        }
    }

    /** Each part at once: a stream of events has no end. */
    private static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            out.write(buffer, 0, read);
            out.flush();
        }
    }

    private HttpRequest request(HttpExchange exchange, URI upstream) {
        URI asked = exchange.getRequestURI();
        String root = upstream.toString();
        String base = root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
        String query = asked.getRawQuery() == null ? "" : "?" + asked.getRawQuery();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + asked.getRawPath() + query))
                .timeout(timeout)
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.noBody());
        Headers given = exchange.getRequestHeaders();
        PageHeaders.OF_REQUESTS.stream()
                .filter(given::containsKey)
                .forEach(name -> request.header(name, String.valueOf(given.getFirst(name))));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return request.build();
    }

    private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
        byte[] text = (why + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? NO_BODY : text.length);
        if (!head) {
            exchange.getResponseBody().write(text);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
