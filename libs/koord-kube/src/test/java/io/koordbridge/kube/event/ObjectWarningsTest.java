package io.koordbridge.kube.event;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.kube.EmptyCluster;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.testkit.log.CapturedLog;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

class ObjectWarningsTest {

    private static final Concern LABEL = new Concern("LabelInvalid", "LabelValid", "not accepted");
    private static final Concern OTHER = new Concern("OtherInvalid", "OtherValid", "not accepted");

    private final MetricRegistry metrics = new MetricRegistry();
    private final EmptyCluster cluster = EmptyCluster.start("object-warnings-test");
    private final EventRecorder events = new EventRecorder(cluster.client(), "test", Clock.systemUTC(), metrics);
    private final ObjectWarnings warnings = new ObjectWarnings(events);
    private final Node node = node("n");

    @AfterEach
    void stop() {
        events.close();
        cluster.close();
    }

    @Test
    void saysWhenAProblemBeginsWhenItIsAnotherOneAndWhenItEnds() {
        for (String problem : List.of("", "a", "a", "b", "b", "", "")) {
            warnings.look(node, LABEL, problem);
        }

        assertThat(written(3))
                .containsExactly(
                        "Warning LabelInvalid a", "Warning LabelInvalid b", "Normal LabelValid in order again");
    }

    @Test
    void ofManyProblemsTheFirstAreShown() {
        assertThat(ObjectWarnings.summary(List.of())).isEmpty();
        assertThat(ObjectWarnings.summary(List.of("a", "b"))).isEqualTo("a; b");
        assertThat(ObjectWarnings.summary(
                        IntStream.range(0, 6).mapToObj(Integer::toString).toList()))
                .isEqualTo("0; 1; 2; 3; and 2 more");
    }

    @Test
    void fieldsOfOneObjectAreToldApart() {
        warnings.look(node, LABEL, "a");
        warnings.look(node, OTHER, "a");
        warnings.look(node, LABEL, "");
        warnings.look(node, OTHER, "a");

        assertThat(written(3))
                .containsExactly(
                        "Warning LabelInvalid a", "Warning OtherInvalid a", "Normal LabelValid in order again");
    }

    @Test
    void otherWordsForTheSameProblemAreNoNews() {
        warnings.look(node, LABEL, "cpu", "cpu = 1x");
        warnings.look(node, LABEL, "cpu", "cpu = 2x");
        warnings.look(node, LABEL, "memory", "memory = 2x");

        assertThat(written(2)).containsExactly("Warning LabelInvalid cpu = 1x", "Warning LabelInvalid memory = 2x");
    }

    @Test
    void anObjectThatIsMadeAgainIsAnotherOne() {
        try (CapturedLog log = CapturedLog.of(ObjectWarnings.class)) {
            warnings.look(node, LABEL, "a");
            warnings.forget("n");
            warnings.look(node, LABEL, "a");

            assertThat(log.lines(Level.WARN)).hasSize(2);
        }
    }

    /** One wrong label in a template of nodes. */
    @Test
    void tenThousandObjectsMakeTenThousandPacedEventsOnce() {
        List<Node> nodes =
                IntStream.range(0, 10_000).mapToObj(i -> node("n" + i)).toList();
        long begin = System.nanoTime();
        Logger logger = (Logger) LoggerFactory.getLogger(ObjectWarnings.class);
        logger.setAdditive(false);
        try (CapturedLog log = CapturedLog.of(ObjectWarnings.class)) {
            for (int pass = 0; pass < 3; pass++) {
                nodes.forEach(one -> warnings.look(
                        one, LABEL, "label l = x of " + one.getMetadata().getName()));
            }

            assertThat(log.lines()).hasSize(10_000);
        } finally {
            logger.setAdditive(true);
        }
        Awaitility.await().until(() -> count("written") > 100);
        long sent = count("written");
        double seconds = (System.nanoTime() - begin) / 1e9;

        assertThat(sent).isLessThanOrEqualTo(Math.round(102 + 100 * seconds));
        assertThat(count("dropped")).isZero();
    }

    /** The same from a caller that does not remember what it said, such as a webhook. */
    @Test
    void remembersTenThousandEventsForTenMinutes() {
        List<Node> nodes =
                IntStream.range(0, 10_000).mapToObj(i -> node("n" + i)).toList();

        long first = nodes.stream().filter(this::isNews).count();
        long second = nodes.stream().filter(this::isNews).count();

        assertThat(first).isEqualTo(10_000);
        assertThat(second).isZero();
    }

    private boolean isNews(Node one) {
        return events.record(one, EventType.WARNING, "Reason", "message");
    }

    private long count(String status) {
        return metrics.counter(MetricNames.of("koord_events_total", "component", "test", "status", status))
                .getCount();
    }

    private List<String> written(int expected) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> count("written") == expected);
        return cluster.client().v1().events().inNamespace("default").list().getItems().stream()
                .map(ObjectWarningsTest::words)
                .toList();
    }

    private static String words(Event event) {
        return event.getType() + " " + event.getReason() + " " + event.getMessage();
    }

    private static Node node(String name) {
        return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
    }
}
