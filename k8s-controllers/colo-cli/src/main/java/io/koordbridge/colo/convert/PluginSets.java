package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Plugins of a profile by extension point.
 *
 * @param entries in the order of the file
 */
@PureCore
record PluginSets(List<Entry> entries) {

    private static final String EVERYWHERE = "multiPoint";
    private static final Set<String> POINTS = Set.of(
            "preEnqueue",
            "queueSort",
            "preFilter",
            "filter",
            "postFilter",
            "preScore",
            "score",
            "reserve",
            "permit",
            "preBind",
            "bind",
            "postBind",
            EVERYWHERE);

    PluginSets {
        entries = List.copyOf(entries);
    }

    /**
     * A plugin in a list.
     *
     * @param path of its name in the file
     * @param weight 0 for the default
     */
    record Entry(String path, String point, boolean enabled, String name, long weight) {}

    static PluginSets read(String path, JsonNode plugins, Draft draft) {
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<String, JsonNode> point : plugins.properties()) {
            String below = path + "." + point.getKey();
            if (point.getValue().isNull()) {
                continue;
            }
            if (!POINTS.contains(point.getKey())) {
                draft.untranslated(below, point.getValue(), "This command has no rule for such an extension point.");
                continue;
            }
            JsonNode sets = Shapes.object(below, point.getValue());
            entries.addAll(entries(below, point.getKey(), sets, true));
            entries.addAll(entries(below, point.getKey(), sets, false));
        }
        return new PluginSets(entries);
    }

    private static List<Entry> entries(String path, String point, JsonNode sets, boolean enabled) {
        List<Entry> entries = new ArrayList<>();
        String field = path + (enabled ? ".enabled" : ".disabled");
        JsonNode list = sets.path(enabled ? "enabled" : "disabled");
        if (list.isMissingNode() || list.isNull()) {
            return entries;
        }
        int at = 0;
        for (JsonNode one : Shapes.list(field, list)) {
            String below = field + "[" + at + "]";
            JsonNode fields = Shapes.object(below, one);
            JsonNode weight = fields.path("weight");
            entries.add(new Entry(
                    below + ".name",
                    point,
                    enabled,
                    Shapes.text(below + ".name", fields.path("name")),
                    weight.isMissingNode() || weight.isNull()
                            ? 0
                            : Shapes.number(below + ".weight", weight, 0, Integer.MAX_VALUE)));
            at++;
        }
        return entries;
    }

    /** Whether it enables any of Koordinator's plugins: then those that it does not name are off. */
    boolean namesCapabilities() {
        return entries.stream()
                .anyMatch(entry ->
                        entry.enabled() && Capability.ofPlugin(entry.name()).isPresent());
    }

    /** Whether a plugin runs at a point; one that no list names does where all are implied. */
    boolean runs(String plugin, String point) {
        boolean here = names(plugin, point, true);
        boolean off = names(plugin, point, false) || names("*", point, false);
        boolean implied =
                names(plugin, EVERYWHERE, true) || (!namesCapabilities() && !names(plugin, EVERYWHERE, false));
        return here || (implied && !off);
    }

    boolean names(String plugin, String point, boolean enabled) {
        return entries.stream()
                .anyMatch(entry -> entry.enabled() == enabled
                        && entry.point().equals(point)
                        && entry.name().equals(plugin));
    }

    /** Weight of the score of a plugin, empty for the default. */
    OptionalLong weight(String plugin) {
        for (String point : List.of("score", EVERYWHERE)) {
            for (Entry entry : entries) {
                if (entry.enabled()
                        && entry.point().equals(point)
                        && entry.name().equals(plugin)
                        && entry.weight() > 0) {
                    return OptionalLong.of(entry.weight());
                }
            }
        }
        return OptionalLong.empty();
    }
}
