package io.koordbridge.frame;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.page.stream.LiveStream;
import io.koordbridge.page.table.TableQuery;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.util.component.LifeCycle;
import org.glassfish.jersey.CommonProperties;

/** The open pages of a process: each has a stream and a thread of its own, so that a slow reader delays only itself. */
public final class LivePages {

    private static final int MOST_PAGES = 32;
    private static final Duration LIFETIME = Duration.ofMinutes(5);
    private static final Duration IDLE_THREAD = Duration.ofSeconds(10);
    private static final int BAD_REQUEST = 400;
    private static final int UNAVAILABLE = 503;

    private final LiveStream stream;
    private final ThreadPoolExecutor threads;

    private LivePages(LiveStream stream) {
        this.stream = stream;
        this.threads = new ThreadPoolExecutor(
                0,
                MOST_PAGES,
                IDLE_THREAD.toSeconds(),
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                LivePages::newThread);
    }

    private static Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "live-page");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Streams that end when the process begins to stop.
     *
     * @param period between two events of a stream
     */
    public static LivePages of(BridgeContext context, Duration period) {
        LivePages pages = new LivePages(new LiveStream(context.environment().getObjectMapper(), period, LIFETIME));
        // Jersey would keep the first 8 KiB of a stream back to count them; Jetty still counts small answers.
        context.environment().jersey().property(CommonProperties.OUTBOUND_CONTENT_LENGTH_BUFFER, 0);
        context.environment().lifecycle().addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStopping(LifeCycle event) {
                pages.close();
            }
        });
        return pages;
    }

    /**
     * Answers with a stream of the documents of a query; with 400 for a query that is refused, with 503 when too many pages are open.
     *
     * @param documents of a query; throws {@link IllegalArgumentException} for one that it refuses
     */
    public void open(AsyncResponse answer, UriInfo request, Function<TableQuery, ObjectNode> documents) {
        open(answer, request, TableQuery::of, documents);
    }

    /**
     * The same for a page of several tables.
     *
     * @param reader of the query, from the request's parameters; throws {@link IllegalArgumentException} for one that it refuses
     */
    public <Q> void open(
            AsyncResponse answer,
            UriInfo request,
            Function<Map<String, String>, Q> reader,
            Function<Q, ObjectNode> documents) {
        Q query = checked(() -> {
            Q read = reader.apply(parameters(request));
            Objects.requireNonNull(documents.apply(read), "document");
            return read;
        });
        try {
            threads.execute(() -> answer.resume(Response.ok(output(() -> documents.apply(query)))
                    .type(MediaType.SERVER_SENT_EVENTS_TYPE)
                    .header("Cache-Control", "no-store")
                    .header("X-Accel-Buffering", "no")
                    .build()));
        } catch (RejectedExecutionException e) {
            throw problem(UNAVAILABLE, MOST_PAGES + " pages are open, more are not served: close one and try again");
        }
    }

    private StreamingOutput output(Supplier<ObjectNode> document) {
        return out -> {
            try {
                stream.write(document, out);
            } catch (IOException e) {
                // The reader has closed the page: that is how streams usually end.
                out.close();
            }
        };
    }

    /** The rows that a request asks for by parameters of a table; all of them when it has none. */
    public static <T> T select(UriInfo request, Supplier<T> all, Function<TableQuery, T> part) {
        Map<String, String> parameters = parameters(request);
        return TableQuery.isIn(parameters) ? checked(() -> part.apply(TableQuery.of(parameters))) : all.get();
    }

    /** The rows that a request asks for, as a file with comma-separated values. */
    public static Response csv(UriInfo request, Function<TableQuery, String> rows) {
        return Response.ok(checked(() -> rows.apply(TableQuery.of(parameters(request)))), "text/csv; charset=utf-8")
                .header("Content-Disposition", "attachment; filename=\"nodes.csv\"")
                .header("X-Content-Type-Options", "nosniff")
                .header("Cache-Control", "no-store")
                .build();
    }

    /** What the parameters of a request ask for; a refusal is an answer with 400. */
    public static <T> T read(UriInfo request, Function<Map<String, String>, T> reader) {
        return checked(() -> reader.apply(parameters(request)));
    }

    private static <T> T checked(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw problem(BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, String> parameters(UriInfo request) {
        Map<String, String> parameters = new LinkedHashMap<>();
        request.getQueryParameters().forEach((name, values) -> parameters.put(name, values.get(0)));
        return parameters;
    }

    private static WebApplicationException problem(int status, String text) {
        return new WebApplicationException(Response.status(status)
                .type(MediaType.APPLICATION_JSON)
                .entity(Map.of("error", text))
                .build());
    }

    private void close() {
        stream.close();
        threads.shutdown();
    }
}
