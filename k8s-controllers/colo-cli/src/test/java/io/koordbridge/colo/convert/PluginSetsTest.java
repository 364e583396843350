package io.koordbridge.colo.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class PluginSetsTest {

    private static ObjectNode plugin(String name, long weight) {
        return JsonNodeFactory.instance.objectNode().put("name", name).put("weight", weight);
    }

    private static PluginSets read(ObjectNode plugins) {
        return PluginSets.read("plugins", plugins, new Draft());
    }

    @Test
    void theWeightIsThatOfScoreThenOfMultiPoint() {
        ObjectNode plugins = JsonNodeFactory.instance.objectNode();
        plugins.putObject("multiPoint").putArray("enabled").add(plugin("A", 2)).add(plugin("B", 3));
        plugins.putObject("score").putArray("enabled").add(plugin("A", 5));

        PluginSets sets = read(plugins);

        assertThat(sets.weight("A")).hasValue(5);
        assertThat(sets.weight("B")).hasValue(3);
        assertThat(sets.weight("C")).isEmpty();
        assertThat(sets.entries()).extracting(PluginSets.Entry::path).contains("plugins.multiPoint.enabled[1].name");
    }

    @Test
    void refusesMoreEntriesThanAnySchedulerHas() {
        ObjectNode plugins = JsonNodeFactory.instance.objectNode();
        for (int at = 0; at < 201; at++) {
            plugins.withObjectProperty("filter").withArrayProperty("enabled").add(plugin("P" + at, 1));
        }

        assertThatThrownBy(() -> read(plugins))
                .hasMessage("plugins.filter.enabled: 201 entries is not allowed, allowed: at most 200");
    }

    @Test
    void refusesAPluginWithoutAName() {
        ObjectNode plugins = JsonNodeFactory.instance.objectNode();
        plugins.putObject("filter").putArray("enabled").addObject();

        assertThatThrownBy(() -> read(plugins)).hasMessageContaining("plugins.filter.enabled[0].name");
    }
}
