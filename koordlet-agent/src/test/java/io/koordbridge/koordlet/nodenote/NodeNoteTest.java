package io.koordbridge.koordlet.nodenote;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.koordlet.app.FakeCluster;
import io.koordbridge.kube.write.ObjectPatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeNoteTest {

    private static final String KEY = "node.koordinator.sh/note";

    private final FakeCluster cluster = new FakeCluster();
    private final List<String> problems = new ArrayList<>();
    private final NodeNote note = note();

    @BeforeEach
    void start() {
        cluster.createNode(4, "16Gi");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void writesOnlyWhenItChanges() {
        note.update("a");
        String version = node().getMetadata().getResourceVersion();
        note.update("a");

        assertThat(annotations()).containsEntry(KEY, "a");
        assertThat(node().getMetadata().getResourceVersion()).isEqualTo(version);
        note.update(null);
        assertThat(annotations().get(KEY)).isNull();
    }

    @Test
    void aNewProcessRemovesWhatAnEarlierOneLeft() {
        note.update("a");

        note().update(null);

        assertThat(annotations().get(KEY)).isNull();
    }

    @Test
    void reportsAFailureOnceAndTriesAgain() {
        cluster.client().nodes().withName(FakeCluster.NODE).delete();
        note.update("a");
        note.update("a");
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("Node/" + FakeCluster.NODE + ": annotation " + KEY + " is not written: ");

        cluster.createNode(4, "16Gi");
        note.update("a");

        assertThat(annotations()).containsEntry(KEY, "a");
    }

    private NodeNote note() {
        return new NodeNote(
                new ObjectPatcher(cluster.client(), new MetricRegistry()), FakeCluster.NODE, KEY, problems::add);
    }

    private Node node() {
        return cluster.client().nodes().withName(FakeCluster.NODE).get();
    }

    private Map<String, String> annotations() {
        return Objects.requireNonNullElse(node().getMetadata().getAnnotations(), Map.of());
    }
}
