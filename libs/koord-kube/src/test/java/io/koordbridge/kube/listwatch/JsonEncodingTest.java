package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.kube.client.KubeJson;
import io.koordbridge.kube.listwatch.ListWatchEncoding.Event;
import io.koordbridge.kube.listwatch.ListWatchEncoding.Page;
import io.koordbridge.kube.listwatch.ListWatchEncoding.Unreadable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonEncodingTest {

    private static final String GOOD = """
            {"apiVersion": "slo.koordinator.sh/v1alpha1", "kind": "NodeMetric",
             "metadata": {"name": "n1", "resourceVersion": "7", "managedFields":
              [{"manager": "x", "operation": "Update", "time": "2026-01-05T00:00:00Z", "fieldsV1": {"f:spec": {}}}]},
             "status": {"nodeMetric": {"systemUsage": {"resources": {"cpu": "1500m"}}}}}
            """;
    private static final String BAD = """
            {"metadata": {"name": "n2", "resourceVersion": "8"}, "status": {"updateTime": "yesterday"}}
            """;

    private final List<NodeMetric> objects = new ArrayList<>();
    private final JsonEncoding<NodeMetric> encoding = new JsonEncoding<>(KubeJson.feedReader(NodeMetric.class));

    private Page page(String text) {
        objects.clear();
        return encoding.page(text.getBytes(StandardCharsets.UTF_8), objects::add);
    }

    private Event<NodeMetric> event(String text) {
        return encoding.event(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsAPageWithoutTheOwnersOfFields() {
        Page page = page("{\"kind\": \"NodeMetricList\", \"other\": {\"items\": [1]}, \"metadata\":"
                + " {\"resourceVersion\": \"12\", \"continue\": \"abc\"}, \"items\": [" + GOOD + "," + GOOD + "]}");

        assertThat(page.resourceVersion()).isEqualTo("12");
        assertThat(page.continuation()).isEqualTo("abc");
        assertThat(page.unreadable()).isEmpty();
        assertThat(objects).hasSize(2).allSatisfy(metric -> {
            assertThat(metric.getMetadata().getName()).isEqualTo("n1");
            assertThat(metric.getMetadata().getManagedFields()).isEmpty();
            assertThat(metric.getStatus().nodeMetric().systemUsage().resources().get("cpu"))
                    .hasToString("1500m");
        });
    }

    @Test
    void keepsWhoChangedAnObjectWhenWhereItIsAskedFor() {
        new JsonEncoding<NodeMetric>(KubeJson.feedReaderWithChanges(NodeMetric.class))
                .page(("{\"items\": [" + GOOD + "]}").getBytes(StandardCharsets.UTF_8), objects::add);

        assertThat(objects)
                .flatExtracting(metric -> metric.getMetadata().getManagedFields())
                .singleElement()
                .satisfies(change -> {
                    assertThat(change.getManager()).isEqualTo("x");
                    assertThat(change.getOperation()).isEqualTo("Update");
                    assertThat(change.getTime()).isEqualTo("2026-01-05T00:00:00Z");
                    assertThat(change.getFieldsV1()).isNull();
                });
    }

    @Test
    void aListWithoutItemsIsEmpty() {
        Page page = page("{\"metadata\": {\"resourceVersion\": \"3\"}, \"items\": null}");

        assertThat(objects).isEmpty();
        assertThat(page.resourceVersion()).isEqualTo("3");
        assertThat(page.continuation()).isEmpty();
    }

    @Test
    void anUnreadableObjectDoesNotHideTheOthersOfItsPage() {
        Page page = page("{\"items\": [" + BAD + "," + GOOD + "], \"metadata\": {\"resourceVersion\": \"12\"}}");

        assertThat(objects).extracting(metric -> metric.getMetadata().getName()).containsExactly("n1");
        assertThat(page.unreadable()).extracting(Unreadable::name).containsExactly("n2");
        assertThat(page.resourceVersion()).isEqualTo("12");
    }

    @Test
    void readsEventsInWhateverOrderTheirPartsCome() {
        assertThat(event("{\"type\": \"ADDED\", \"object\": " + GOOD + "}"))
                .isEqualTo(event("{\"object\": " + GOOD + ", \"type\": \"ADDED\"}"))
                .satisfies(event -> {
                    assertThat(event.type()).isEqualTo("ADDED");
                    assertThat(event.object().getMetadata().getResourceVersion())
                            .isEqualTo("7");
                });
    }

    @Test
    void readsTheCodeOfAnError() {
        Event<NodeMetric> event = event(
                "{\"type\": \"ERROR\", \"object\": {\"kind\": \"Status\", \"message\": \"too old\", \"code\": 410}}");

        assertThat(event.type()).isEqualTo("ERROR");
        assertThat(event.errorCode()).isEqualTo(410);
        assertThat(event.object()).isNull();
    }

    @Test
    void namesAnObjectOfAnEventThatCannotBeRead() {
        Event<NodeMetric> event = event("{\"type\": \"MODIFIED\", \"object\": " + BAD + "}");

        assertThat(event.type()).isEqualTo("MODIFIED");
        assertThat(event.object()).isNull();
        assertThat(event.unreadable()).isNotNull().satisfies(object -> {
            assertThat(object.name()).isEqualTo("n2");
            assertThat(object.resourceVersion()).isEqualTo("8");
            assertThat(object.problem())
                    .isEqualTo("status.updateTime = \"yesterday\", allowed: a time such as 2006-01-02T15:04:05Z");
        });
    }

    @Test
    void whatIsNoJsonIsNoAnswer() {
        assertThatThrownBy(() -> page("<html>")).hasMessageContaining("no JSON");
        assertThatThrownBy(() -> event("{\"type\": \"ADDED\", \"object\": {\"metadata\": "))
                .hasMessageContaining("no JSON");
    }
}
