package io.koordbridge.manager.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReviewHandlerTest {

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final String REVIEW = "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\","
            + "\"request\":{\"uid\":\"u\",\"operation\":\"CREATE\"}}";

    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);
    private final AtomicReference<CallerDeadline> told = new AtomicReference<>();

    @BeforeEach
    void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(new ReviewHandler(
                List.of(new Listening()),
                List.of(),
                new MetricRegistry(),
                new BoundedBody.Limits(1_000, new BodyBudget(1_000), System::nanoTime)));
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

    private String post(String target) throws Exception {
        return connector.getResponse("POST " + target + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: "
                + REVIEW.length() + "\r\n\r\n" + REVIEW);
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
        public Verdict decide(AdmissionReviews.Request request) {
            told.set(request.deadline());
            return Verdict.allowed();
        }
    }
}
