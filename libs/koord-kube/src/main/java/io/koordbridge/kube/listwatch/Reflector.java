package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.listwatch.ListWatchEncoding.Event;
import io.koordbridge.kube.listwatch.ListWatchEncoding.Page;
import io.koordbridge.kube.listwatch.ListWatchEncoding.Unreadable;
import io.koordbridge.kube.listwatch.ReflectorState.Condition;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the objects of a kind in pages, then watches them, both in the encoding of the kind. A watch that ends goes on where it ended; one whose past is forgotten begins with a
 * new list; failures are repeated after a growing while; an optional kind that the server does not have is looked for again. One
 * thread calls the sink.
 */
public final class Reflector<T extends HasMetadata> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);

    private static final int GONE = 410;
    private static final int NOT_FOUND = 404;

    /** The server sends bookmarks every minute. */
    private static final Duration SILENCE = Duration.ofSeconds(150);

    /** Waits and calls of a feed are shorter, but for a watch without a word. */
    private static final Duration STEP = Duration.ofSeconds(30);

    /** A version that never works again, as after etcd was restored, is given up. */
    private static final int FAILURES_BEFORE_LIST = 5;

    /** Answers in another encoding before the first list: one or two are those of a proxy while the server is away. */
    private static final int ENCODED_OTHERWISE = 3;

    /** An API server that is restarted is worth no line of each feed. */
    private static final int FAILURES_BEFORE_WARNING = 4;

    private static final int READINESS_POLL_MILLIS = 10;

    private final WatchedKind<T> kind;
    private final ListWatchEncoding<T> encoding;
    private final ReflectorStore<T> sink;
    private final Readiness readiness;
    private final ListWatchRequests requests;
    private final ReflectorMetrics metrics;
    private final ListWatchSource.Waits waits;
    private final PeriodicTasks tasks;
    private final ReflectorState state = new ReflectorState();
    private final Thread thread;
    private final CountDownLatch stop = new CountDownLatch(1);
    private String version = "";
    private Duration wait;
    private int failures;
    private int encodedOtherwise;
    private boolean warned;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;
    private volatile boolean listed;
    private volatile boolean absent;

    /**
     * When the sink can make use of objects: a list is long, and read once.
     *
     * @param ready must return fast
     * @param patience after which the feed begins nevertheless
     */
    public record Readiness(BooleanSupplier ready, Duration patience) {
        public static final Readiness AT_ONCE = new Readiness(() -> true, Duration.ZERO);
    }

    /** A feed that is not started. */
    public Reflector(ListWatchSource source, WatchedKind<T> kind, ReflectorStore<T> sink, Readiness readiness) {
        this.kind = kind;
        this.encoding = kind.encoding();
        this.sink = sink;
        this.readiness = readiness;
        this.waits = source.waits();
        this.tasks = source.tasks();
        this.wait = waits.first();
        this.requests = new ListWatchRequests(source.client(), kind);
        this.metrics = new ReflectorMetrics(source.metrics(), kind.plural());
        this.thread = DaemonThreads.create(kind.plural() + "-feed", this::run);
    }

    /** Begins. */
    public void start() {
        metrics.begins(state);
        heartbeat = tasks.watch(thread.getName(), STEP, SILENCE);
        thread.start();
    }

    /** Whether changes arrive now. */
    public boolean following() {
        return state.standing() == Condition.FOLLOWING;
    }

    /** How old what was handed on may be: zero while changes arrive, or the cluster does not have the kind. */
    public Duration behind() {
        return state.behind();
    }

    /** Whether everything that there is was seen: a whole list was taken over, or there is no such kind. */
    public boolean synced() {
        return listed || absent;
    }

    private void run() {
        try {
            awaitReadiness();
            boolean follows = true;
            while (follows && stop.getCount() > 0) {
                heartbeat.beat();
                follows = follow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until something ends it; whether to go on. */
    private boolean follow() throws InterruptedException {
        try {
            version = version.isEmpty() ? list() : version;
            long begin = System.nanoTime();
            watch();
            wait = waits.first();
            failures = 0;
            boolean brief = System.nanoTime() - begin < waits.first().toNanos();
            if (brief) {
                // A proxy that ends each watch at once must not be asked without a pause.
                await(waits.first());
            }
        } catch (RefusedException e) {
            encodedOtherwise = e.isEncodedOtherwise() ? encodedOtherwise + 1 : 0;
            if (!listed && encodedOtherwise >= ENCODED_OTHERWISE) {
                LOG.info("{}: the API server does not speak {}", kind.plural(), encoding.watchType());
                metrics.ends(state);
                heartbeat.close();
                sink.unsupported();
                return false;
            }
            afterFailure(e, e.code() == GONE || e.code() == NOT_FOUND);
        } catch (ExecutionException | TimeoutException | RuntimeException | Error e) {
            afterFailure(e, false);
        }
        return true;
    }

    private void afterFailure(Throwable cause, boolean begin) throws InterruptedException {
        if (absent) {
            failures = 0;
            pause(kind.lookAgain(), cause);
            return;
        }
        version = ++failures >= FAILURES_BEFORE_LIST || begin ? "" : version;
        if (failures >= FAILURES_BEFORE_WARNING && !warned) {
            warned = true;
            LOG.warn(
                    "{}: watch failed, keeping cached objects, retrying problem={}",
                    kind.plural(),
                    FailureFormatter.of(cause));
        }
        wait = pause(wait, cause);
    }

    /** A watch has begun, which may yet fail: only one that ends well lets failures be forgotten. */
    private void watching() {
        state.heard();
        state.become(Condition.FOLLOWING);
        if (warned) {
            warned = false;
            LOG.info("{}: followed again failures={}", kind.plural(), failures);
        }
    }

    private void awaitReadiness() throws InterruptedException {
        long end = System.nanoTime() + readiness.patience().toNanos();
        boolean stopped = false;
        while (!stopped && !readiness.ready().getAsBoolean() && System.nanoTime() < end) {
            heartbeat.beat();
            stopped = stop.await(READINESS_POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private Duration pause(Duration wait, Throwable cause) throws InterruptedException {
        LOG.debug("{}: trying again within {}", kind.plural(), wait, cause);
        await(wait);
        return waits.after(wait);
    }

    private void await(Duration wait) throws InterruptedException {
        heartbeat.beat();
        Duration drawn =
                ListWatchSource.Waits.drawn(wait, ThreadLocalRandom.current().nextDouble());
        stop.await(drawn.toNanos(), TimeUnit.NANOSECONDS);
    }

    private String list() throws InterruptedException, ExecutionException, TimeoutException {
        long begin = System.nanoTime();
        AtomicLong objects = new AtomicLong();
        Consumer<T> taken = object -> {
            objects.incrementAndGet();
            put(object);
        };
        Page last = kind.isWhole() ? wholeList(taken) : pages(taken);
        sink.listed();
        listed = true;
        absent = false;
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        LOG.info("{}: listed objects={} millis={}", kind.plural(), objects, millis);
        return last.resourceVersion();
    }

    private Page wholeList(Consumer<T> objects) throws InterruptedException, ExecutionException, TimeoutException {
        try (ReflectorMetrics.Request request = metrics.list()) {
            try (BodyStream answer = requests.whole(failures > 0)) {
                sink.listing();
                Page page = encoding.page(answer, objects);
                page.unreadable().forEach(this::tell);
                request.answered();
                state.heard();
                return page;
            } catch (RefusedException e) {
                request.refused(e);
                state.heard();
                throw e;
            }
        }
    }

    private Page pages(Consumer<T> objects) throws InterruptedException, ExecutionException, TimeoutException {
        try (PagesAhead pages = new PagesAhead(requests, metrics, failures > 0)) {
            byte[] answer = firstPage(pages);
            sink.listing();
            while (true) {
                String ahead = encoding.continuationAhead(answer);
                if (!ahead.isEmpty()) {
                    pages.ask(ahead);
                }
                Page page = encoding.page(answer, objects);
                page.unreadable().forEach(this::tell);
                if (page.continuation().isEmpty()) {
                    return page;
                }
                answer = page(pages, page.continuation());
            }
        }
    }

    private byte[] firstPage(PagesAhead pages) throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return page(pages, "");
        } catch (RefusedException e) {
            if (e.code() == NOT_FOUND && kind.isOptional() && !absent) {
                LOG.info("{}: kind not installed, will be looked for again", kind.plural());
                sink.listing();
                sink.listed();
                absent = true;
                state.become(Condition.ABSENT);
            }
            throw e;
        }
    }

    private byte[] page(PagesAhead pages, String continuation)
            throws InterruptedException, ExecutionException, TimeoutException {
        pages.ask(continuation);
        try {
            byte[] answer = pages.take();
            state.heard();
            return answer;
        } catch (RefusedException e) {
            state.heard();
            throw e;
        }
    }

    /** Follows changes until the watch ends. */
    private void watch() throws InterruptedException, ExecutionException, TimeoutException {
        try (ReflectorMetrics.Request request = metrics.watch()) {
            try {
                watch(request);
            } catch (RefusedException e) {
                request.refused(e);
                throw e;
            } finally {
                state.become(Condition.LOST);
            }
        }
    }

    /** The version reached is kept with each event: whatever ends the watch, the next one goes on from there. */
    private void watch(ReflectorMetrics.Request request)
            throws InterruptedException, ExecutionException, TimeoutException {
        WatchFrames frames = new WatchFrames(encoding.framing());
        AsyncBody body = requests.watch(version, frames);
        try {
            watching();
            frames.begin(body);
            for (Optional<byte[]> frame = next(frames); frame.isPresent(); frame = next(frames)) {
                state.heard();
                version = take(encoding.event(frame.get()), version);
            }
            request.ended(!body.done().isDone() || body.done().isCompletedExceptionally());
        } finally {
            body.cancel();
        }
    }

    private Optional<byte[]> next(WatchFrames frames) throws InterruptedException, ExecutionException {
        heartbeat.beat();
        return frames.next(SILENCE);
    }

    /** Hands an event on; the version to go on from. */
    private String take(Event<T> event, String version) {
        if (event.type().equals(ListWatchEncoding.ERROR)) {
            throw new RefusedException(event.errorCode(), "watching " + kind.plural());
        }
        T object = event.object();
        if (object == null) {
            return takeUnreadable(event, version);
        }
        ObjectMeta metadata = object.getMetadata();
        switch (event.type()) {
            case "ADDED", "MODIFIED" -> put(object);
            case "DELETED" -> sink.remove(metadata.getNamespace(), metadata.getName());
            default -> LOG.trace("{}: event {}", kind.plural(), event.type());
        }
        return later(metadata.getResourceVersion(), version);
    }

    /** One object that the sink cannot take does not keep it from the others. */
    private void put(T object) {
        heartbeat.beat();
        try {
            sink.put(object);
        } catch (RuntimeException e) {
            LOG.warn(
                    "{}: an object cannot be taken over, what is known of it stays namespace={} name={}",
                    kind.plural(),
                    object.getMetadata().getNamespace(),
                    object.getMetadata().getName(),
                    e);
        }
    }

    private String takeUnreadable(Event<T> event, String version) {
        Unreadable object = event.unreadable();
        if (object == null) {
            return version;
        }
        if (event.type().equals("DELETED")) {
            sink.remove(object.namespace(), object.name());
        } else {
            tell(object);
        }
        return later(object.resourceVersion(), version);
    }

    private static String later(@Nullable String seen, String version) {
        return seen == null || seen.isEmpty() ? version : seen;
    }

    private void tell(Unreadable object) {
        LOG.warn(
                "{}: an object cannot be read, what is known of it stays namespace={} name={} problem={}",
                kind.plural(),
                object.namespace(),
                object.name(),
                object.problem());
        metrics.unreadable();
        sink.unreadable(object.namespace(), object.name(), object.problem());
    }

    /** Ends; the sink may be called once more. */
    @Override
    public void close() {
        heartbeat.close();
        metrics.ends(state);
        stop.countDown();
        thread.interrupt();
    }
}
