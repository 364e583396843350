package io.koordbridge.manager.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.access.RequestAccess;
import io.koordbridge.testkit.log.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class ReviewHandlerTest {

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final String REVIEW = "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\","
            + "\"request\":{\"uid\":\"u\",\"operation\":\"CREATE\"}}";

    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final AtomicReference<CallerDeadline> told = new AtomicReference<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger read = new AtomicInteger();
    private final MetricRegistry metrics = new MetricRegistry();
    private volatile CountDownLatch mayDecide = new CountDownLatch(0);

    @BeforeEach
    void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(new ReviewHandler(
                List.of(new Listening(), new Mutating(), new Lengthy()),
                List.of(new Page()),
                caller -> "tok".equals(caller.authorization())
                        ? Optional.empty()
                        : Optional.of(new RequestAccess.Refusal(401, "a token")),
                metrics,
                new BoundedBody.Limits(1_000, new BodyBudget(100_000), System::nanoTime),
                request -> read.incrementAndGet()));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void aHandlerIsToldByWhenItsCallerWantsTheAnswer() throws Exception {
        long before = System.nanoTime();
        assertThat(post("/validate-pod?timeout=5s")).startsWith("HTTP/1.1 200").contains("\"allowed\":true");

        assertThat(told.get().atMost(LONGEST, before))
                .isBetween(
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(4).plus(Duration.ofNanos(System.nanoTime() - before)));
    }

    @Test
    void aHandlerIsToldOfNoTimeByACallerWhoNamesNone() throws Exception {
        assertThat(post("/validate-pod?timeout=soon")).contains("\"allowed\":true");
        assertThat(told.get()).isEqualTo(CallerDeadline.UNKNOWN);

        assertThat(post("/validate-pod")).contains("\"allowed\":true");
        assertThat(told.get()).isEqualTo(CallerDeadline.UNKNOWN);
    }

    @Test
    void mutationsAreNotDelayedByReviewsThatWait() throws Exception {
        mayDecide = new CountDownLatch(1);
        List<LocalConnector.LocalEndPoint> waiting = new ArrayList<>();
        for (int review = 0; review < 40; review++) {
            waiting.add(connector.executeRequest(request("/validate-pod?timeout=30s")));
        }

        assertThat(connector.getResponse(request("/mutate-pod?timeout=5s"), 5, TimeUnit.SECONDS))
                .contains("\"allowed\":true");
        assertThat(told.get()).isNull();

        mayDecide.countDown();
        for (LocalConnector.LocalEndPoint one : waiting) {
            assertThat(one.getResponse(false, 10, TimeUnit.SECONDS)).contains("\"allowed\":true");
        }
    }

    @Test
    void aReviewWhoseCallerGaveUpBeforeAThreadWasFreeIsNotDecided() throws Exception {
        mayDecide = new CountDownLatch(1);
        List<LocalConnector.LocalEndPoint> waiting = new ArrayList<>();
        for (int review = 0; review < 32; review++) {
            waiting.add(connector.executeRequest(request("/validate-pod?timeout=30s")));
        }
        await().until(() -> begun.get() == 32);
        LocalConnector.LocalEndPoint late = connector.executeRequest(request("/validate-pod?timeout=10ms"));
        await().until(() -> metrics.getGauges()
                .get("koord_manager_webhook_waiting_reviews")
                .getValue()
                .equals(33));
        long asked = System.nanoTime();
        await().until(() -> System.nanoTime() - asked > Duration.ofMillis(20).toNanos());
        mayDecide.countDown();

        assertThat(late.getResponse(false, 10, TimeUnit.SECONDS))
                .startsWith("HTTP/1.1 503")
                .contains("in time");
        for (LocalConnector.LocalEndPoint one : waiting) {
            assertThat(one.getResponse(false, 10, TimeUnit.SECONDS)).contains("\"allowed\":true");
        }
        assertThat(begun.get()).isEqualTo(32);
    }

    @Test
    void aCalculationThatLastsLongerThanItsCallerWaitsIsNotAnswered() throws Exception {
        assertThat(post("/mutate-node?timeout=10ms")).startsWith("HTTP/1.1 503").contains("in time");
        assertThat(post("/mutate-node?timeout=30s")).startsWith("HTTP/1.1 200").contains("\"allowed\":false");
    }

    @Test
    void aSenderHasProvenItselfOnceItsReviewWasRead() throws Exception {
        post("/mutate-pod");
        assertThat(read).hasValue(1);

        connector.getResponse("GET /page HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(post("/no-such-path")).startsWith("HTTP/1.1 404");
        assertThat(read).hasValue(1);
    }

    @Test
    void refusalsFillNoLog() throws Exception {
        try (CapturedLog logged = CapturedLog.of(ReviewHandler.class)) {
            for (int review = 0; review < 100; review++) {
                post("/mutate-node");
            }

            assertThat(logged.lines(Level.INFO))
                    .hasSizeBetween(1, 2 * RefusalLog.MOST_LINES)
                    .allSatisfy(line -> assertThat(line.text().length()).isLessThan(1_000));
        }
    }

    @Test
    void pagesForPeopleAreShownToThoseWhoMaySeeThem() throws Exception {
        assertThat(connector.getResponse("GET /page HTTP/1.1\r\nHost: h\r\n\r\n"))
                .startsWith("HTTP/1.1 401")
                .contains("a token");
        assertThat(connector.getResponse("GET /page HTTP/1.1\r\nHost: h\r\nAuthorization: tok\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .contains("[]");
    }

    private static final class Page implements DebugView {

        @Override
        public String path() {
            return "/page";
        }

        @Override
        public String json() {
            return "[]";
        }
    }

    private static final class Mutating implements AdmissionHandler {

        @Override
        public AdmissionPath served() {
            return AdmissionPath.mutate("/mutate-pod", "pod", "Mutating");
        }

        @Override
        public boolean ready() {
            return true;
        }

        @Override
        public AdmissionResult decide(AdmissionReviews.Request request) {
            return AdmissionResult.allowed();
        }
    }

    /** Calculates for a while, and refuses with a long text. */
    private static final class Lengthy implements AdmissionHandler {

        @Override
        public AdmissionPath served() {
            return AdmissionPath.mutate("/mutate-node", "node", "Lengthy");
        }

        @Override
        public boolean ready() {
            return true;
        }

        @Override
        public AdmissionResult decide(AdmissionReviews.Request request) {
            while (request.deadline().isKnown() && request.deadline().nanos() - System.nanoTime() > 0) {
                if (request.deadline().atMost(LONGEST, System.nanoTime()).compareTo(Duration.ofSeconds(1)) > 0) {
                    break;
                }
            }
            return AdmissionResult.refused("x\n".repeat(10_000));
        }
    }

    private String post(String target) throws Exception {
        return connector.getResponse(request(target));
    }

    private static String request(String target) {
        return "POST " + target + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: " + REVIEW.length()
                + "\r\n\r\n" + REVIEW;
    }

    private final class Listening implements AdmissionHandler {

        @Override
        public AdmissionPath served() {
            return AdmissionPath.validate("/validate-pod", "pod", "Listening");
        }

        @Override
        public boolean ready() {
            return true;
        }

        @Override
        public boolean mayWait() {
            return true;
        }

        @Override
        public AdmissionResult decide(AdmissionReviews.Request request) {
            begun.incrementAndGet();
            try {
                if (!mayDecide.await(20, TimeUnit.SECONDS)) {
                    return AdmissionResult.refused("waited too long");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            told.set(request.deadline());
            return AdmissionResult.allowed();
        }
    }
}
