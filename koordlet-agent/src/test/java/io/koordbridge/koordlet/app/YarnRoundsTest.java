package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.yarn.YarnNodeManagerReader;
import io.koordbridge.koordlet.kubepods.ClusterWatcher;
import io.koordbridge.koordlet.yarn.PluginTrust;
import io.koordbridge.koordlet.yarn.StandInPlugin;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.protocol.Annotations;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YarnRoundsTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path temp;

    private final FakeCluster cluster = new FakeCluster();
    private final MetricRegistry metrics = new MetricRegistry();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final SteadyClock clock = new SteadyClock(Clock.systemUTC(), System::nanoTime);
    /** No thread takes them by itself. */
    private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    private StandInPlugin server;
    private YarnPlugin plugin;
    private ClusterWatcher watch;
    private YarnRounds rounds;

    @BeforeEach
    void start() {
        cluster.createNode(4, "16Gi");
        cluster.createNodeMetric(60, 60);
        cluster.putNodeSlo(true, 65, "cpuset");
        server = new StandInPlugin(temp.resolve("plugin.sock"));
        server.isWell("{\"nodeId\":\"h:8041\",\"masters\":{\"vcores\":1,\"memoryMB\":2048}}", "{\"containers\":[]}");
        plugin = new YarnPlugin(temp, PluginTrust.OF_DIRECTORY, problems::add);
        plugin.round(clock.instant());
        watch = new ClusterWatcher(
                new ListWatchSource(
                        cluster.client(), metrics, ListWatchSource.Waits.DEFAULTS, new PeriodicTasks(metrics)),
                FakeCluster.NODE,
                problems::add);
        var places = new YarnRounds.Places(
                temp, FakeCluster.NODE, new ObjectPatcher(cluster.client(), metrics), problems::add);
        rounds = new YarnRounds(places, watch, plugin, clock, metrics);
        rounds.answerIn(waiting::add);
        watch.start();
        await().atMost(LONG).until(() -> watch.isConnected() && watch.hasListedNode());
        // What it writes at first is a change of the Node as well.
        await("a quiet Node").atMost(LONG).until(() -> {
            rounds.say();
            runWaiting();
            return watch.yarn().nodeManager() != null && waiting.isEmpty();
        });
    }

    @AfterEach
    void stop() {
        watch.close();
        server.close();
        cluster.close();
    }

    @Test
    void aQuestionAtTheNodeWakesTheRoundThatAnswersIt() {
        ask("q1");
        await("a round").atMost(LONG).until(() -> !waiting.isEmpty());
        await("the question").atMost(LONG).until(() -> "q1".equals(watch.yarn().question()));
        runWaiting();

        var said = YarnNodeManagerReader.read(node()).value();
        assertThat(said.answers()).isEqualTo("q1");
        assertThat(said.masters()).isEqualTo(new YarnResource(1L, 2048L));
        assertThat(problems).isEmpty();
    }

    @Test
    void howeverOftenTheNodeChangesOneRoundWaits() {
        for (int i = 0; i < 20; i++) {
            ask("q" + i);
        }
        await("the last question")
                .atMost(LONG)
                .until(() -> "q19".equals(watch.yarn().question()) && !waiting.isEmpty());

        assertThat(waiting).hasSize(1);
    }

    @Test
    void saysWhichMastersTheIdsDoNotShowAndWhyItDoesNotSuppress() {
        server.isWell(
                "{\"nodeId\":\"h:8041\"}",
                "{\"containers\":[{\"id\":\"container_1_0001_01_000002\",\"containerType\":\"APPLICATION_MASTER\"}]}");
        plugin.round(clock.instant());

        rounds.note("observes only", "off: observes only");

        assertThat(AnnotationCodec.text(node(), Annotations.NODE_YARN_MASTERS).orElseThrow())
                .contains("container_1_0001_01_000002");
        assertThat(AnnotationCodec.text(node(), Annotations.NODE_UNPROTECTED)).contains("observes only");
        assertThat(AnnotationCodec.text(node(), Annotations.NODE_MEMORY_PROTECTION))
                .contains("off: observes only");
    }

    @Test
    void tellsThePluginToWhatTheNodeSaysThatItShrinksAndWhenThatIsOver() {
        server.answers("/v2/shrink", 200, "{}");
        annotate(
                Annotations.NODE_YARN_SHRINK,
                "{\"vcores\":4,\"memoryMB\":2048,\"deadline\":\"2026-01-01T00:10:00Z\","
                        + "\"time\":\"2026-01-01T00:00:00Z\",\"nodeId\":\"h:8041\"}");
        await("the shrink").atMost(LONG).until(() -> told("\"memoryMB\":2048"));

        annotate(Annotations.NODE_YARN_SHRINK, "null");
        await("its end").atMost(LONG).until(() -> told("\"target\":null"));
        assertThat(problems).isEmpty();
    }

    private boolean told(String text) {
        rounds.tellShrink();
        return server.requests().stream().anyMatch(call -> call.contains("POST /v2/shrink") && call.contains(text));
    }

    private void ask(String question) {
        annotate(Annotations.NODE_YARN_QUESTION, question);
    }

    private void annotate(String key, String value) {
        cluster.client().nodes().withName(FakeCluster.NODE).edit(node -> {
            var annotations = node.getMetadata().getAnnotations();
            node.getMetadata().setAnnotations(annotations == null ? new HashMap<>() : annotations);
            node.getMetadata().getAnnotations().put(key, value);
            return node;
        });
    }

    private void runWaiting() {
        List<Runnable> now = new ArrayList<>(waiting);
        waiting.removeAll(now);
        now.forEach(Runnable::run);
    }

    private Node node() {
        return cluster.client().nodes().withName(FakeCluster.NODE).get();
    }
}
