package io.koordbridge.koordlet.nodenote;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnNodeManager.Placement;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.yarn.YarnNodeManagerReader;
import io.koordbridge.koordlet.app.FakeCluster;
import io.koordbridge.koordlet.kubepods.YarnAnnotations;
import io.koordbridge.koordlet.yarn.PluginTrust;
import io.koordbridge.koordlet.yarn.StandInPlugin;
import io.koordbridge.koordlet.yarn.ToldCapacity;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YarnNotesTest {

    private static final String KEY = Annotations.NODE_YARN_NODE_MANAGER;
    private static final YarnResource MASTER = new YarnResource(1L, 2048L);

    @TempDir
    private Path temp;

    private final FakeCluster cluster = new FakeCluster();
    private final MetricRegistry metrics = new MetricRegistry();
    private final List<String> problems = new ArrayList<>();
    private final ManualClock machine = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final SteadyClock clock = new SteadyClock(
            machine, () -> Duration.between(Instant.EPOCH, machine.instant()).toNanos());
    private StandInPlugin server;
    private YarnPlugin plugin;
    private YarnNotes notes;

    @BeforeEach
    void start() {
        cluster.createNode(4, "16Gi");
        server = new StandInPlugin(temp.resolve("plugin.sock"));
        plugin = new YarnPlugin(temp, PluginTrust.OF_DIRECTORY, problems::add);
        notes = notes();
    }

    @AfterEach
    void stop() {
        server.close();
        cluster.close();
    }

    @Test
    void aNodeManagerWithoutAFileIsDescribed() {
        holds(MASTER);
        plugin.round(clock.instant());
        round(null);

        assertThat(written())
                .isEqualTo(new YarnNodeManager(
                        "h:8041", "c1", null, MASTER, Placement.CONFIRMED, false, null, "2026-01-01T00:00:00Z"));
    }

    @Test
    void aQuestionIsAnsweredWithWhatThePluginSaysThen() {
        holds(new YarnResource(0L, 0L));
        plugin.round(clock.instant());
        round(null);
        holds(MASTER);
        machine.advance(Duration.ofSeconds(1));

        round("q1");

        assertThat(written().answers()).isEqualTo("q1");
        assertThat(written().masters()).isEqualTo(MASTER);
        assertThat(metrics.counter(MetricNames.of("koord_koordlet_yarn_questions_total", "result", "answered"))
                        .getCount())
                .isEqualTo(1);
    }

    @Test
    void oneAnswerIsEnoughAndAStreamCostsOneCallASecond() {
        holds(MASTER);
        plugin.round(clock.instant());
        round("q1");
        int before = asked();
        for (int i = 0; i < 20; i++) {
            machine.advance(Duration.ofMillis(200));
            round("q1");
        }
        assertThat(asked()).isEqualTo(before);

        for (int i = 0; i < 20; i++) {
            machine.advance(Duration.ofMillis(200));
            round("hostile " + i);
        }
        assertThat(asked() - before).isBetween(4, 5);
    }

    @Test
    void withoutAnAnswerOfThePluginNothingIsWritten() {
        holds(MASTER);
        plugin.round(clock.instant());
        round(null);
        YarnNodeManager before = written();
        server.answers("/v2/node", 500, "{}");
        for (int i = 0; i < 10; i++) {
            machine.advance(Duration.ofSeconds(1));
            round("q1");
        }

        assertThat(written()).isEqualTo(before);
        assertThat(asked()).isEqualTo(1 + OpenQuestion.MOST_ATTEMPTS);
    }

    @Test
    void anAnswerIsTriedAgainWhenTheApiServerTakesNoWrite() {
        holds(MASTER);
        plugin.round(clock.instant());
        cluster.client().nodes().withName(FakeCluster.NODE).delete();
        round("q1");
        int before = asked();
        cluster.createNode(4, "16Gi");
        machine.advance(Duration.ofMillis(250));
        round("q1");

        assertThat(written().answers()).isEqualTo("q1");
        assertThat(asked()).isEqualTo(before);
    }

    @Test
    void aProcessThatStartsKeepsWhatIsThereUntilItKnowsMore() {
        holds(MASTER);
        plugin.round(clock.instant());
        round("q1");
        YarnNodeManager before = written();

        plugin = new YarnPlugin(temp, PluginTrust.OF_DIRECTORY, problems::add);
        notes = notes();
        round("q1");
        assertThat(written()).isEqualTo(before);
        plugin.round(clock.instant());
        round("q1");
        assertThat(written()).isEqualTo(before);
        assertThat(asked()).isEqualTo(3);
    }

    @Test
    void itIsRemovedWhenThereIsNeitherPluginNorFile() throws IOException {
        holds(MASTER);
        Files.writeString(temp.resolve("told.json"), "{\"vcores\":7,\"memoryMB\":6144}");
        plugin.round(clock.instant());
        round(null);
        server.close();
        for (int i = 0; i < 3; i++) {
            plugin.round(clock.instant());
        }
        machine.advance(Duration.ofSeconds(60));
        round(null);
        assertThat(written().capacity()).isEqualTo(new YarnResource(7L, 6144L));
        assertThat(written().masters()).isNull();

        Files.delete(temp.resolve("told.json"));
        round(null);
        assertThat(text()).isNull();
    }

    @Test
    void badQuestionsAreReportedOnceAndNotAsked() {
        holds(MASTER);
        plugin.round(clock.instant());
        int before = asked();
        for (int i = 0; i < 5; i++) {
            machine.advance(Duration.ofSeconds(1));
            notes.round(new YarnAnnotations(null, "Node/n: invalid " + i, Decoded.absent(), null));
        }

        assertThat(problems).containsExactly("Node/n: invalid 0");
        assertThat(asked()).isEqualTo(before);
    }

    private YarnNotes notes() {
        NodeNote note = new NodeNote(
                new ObjectPatcher(cluster.client(), new MetricRegistry()), FakeCluster.NODE, KEY, problems::add);
        return new YarnNotes(note, plugin, new ToldCapacity(temp, problems::add), clock, metrics, problems::add);
    }

    private void holds(YarnResource masters) {
        server.isWell("""
            {"nodeId":"h:8041","rmClusterId":"c1","masters":{"vcores":%d,"memoryMB":%d},
             "placement":{"mode":"cgroup-v1","path":"p","confirmed":true},"strangers":[]}\
            """.formatted(masters.vcores(), masters.memoryMB()), "{\"containers\":[]}");
    }

    private void round(@Nullable String question) {
        notes.round(new YarnAnnotations(question, null, Decoded.absent(), written()));
    }

    private int asked() {
        return (int) server.requests().stream()
                .filter(request -> request.startsWith("GET /v2/node "))
                .count();
    }

    private @Nullable YarnNodeManager written() {
        return YarnNodeManagerReader.read(node()).value();
    }

    private @Nullable String text() {
        return AnnotationCodec.text(node(), KEY).orElse(null);
    }

    private Node node() {
        return Objects.requireNonNullElseGet(
                cluster.client().nodes().withName(FakeCluster.NODE).get(),
                () -> new NodeBuilder().withNewMetadata().endMetadata().build());
    }
}
