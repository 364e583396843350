package io.koordbridge.descheduler.decide.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads one profile. MigrationController filters and evicts by default, and nothing replaces it. */
@PureCore
final class ProfileReader {

    private static final String ALL = "*";
    private static final Set<String> FIELDS = Set.of("name", "dryRun", "nodeSelector", "plugins", "pluginConfig");
    private static final Set<String> POINTS =
            Set.of("deschedule", "balance", "evict", "filter", "preEvictionFilter", "preevictionfilter");

    private ProfileReader() {}

    /** A profile without plugins. */
    static ProfileConfig empty(String name) {
        return new ProfileConfig(name, false, CompiledSelector.ABSENT, List.of(), List.of(), MissingNode.getInstance());
    }

    static ProfileConfig read(StrictFields profile, PluginNames names, List<String> ignored) {
        profile.only(FIELDS);
        Map<String, JsonNode> args = args(profile, names);
        StrictFields plugins = profile.object("plugins").only(POINTS);
        List<PluginChoice> deschedule = enabled(plugins.object("deschedule"), names.deschedule(), args);
        List<PluginChoice> balance = enabled(plugins.object("balance"), names.balance(), args);
        required(plugins, "evict", PluginNames.EVICTORS);
        required(plugins, "filter", PluginNames.FILTERS);
        for (String point : List.of("preEvictionFilter", "preevictionfilter")) {
            enabled(plugins.object(point), PluginNames.FILTERS, args);
        }
        Set<String> used = new HashSet<>(Set.of(PluginNames.MIGRATION));
        deschedule.forEach(plugin -> used.add(plugin.name()));
        balance.forEach(plugin -> used.add(plugin.name()));
        args.keySet().stream()
                .filter(name -> !used.contains(name))
                .forEach(name -> ignored.add(profile.at("pluginConfig") + " of " + name + " has no effect: "
                        + (PluginNames.FILTERS.contains(name)
                                ? "MigrationController has the settings of all filters"
                                : "the plugin is not enabled")));
        return new ProfileConfig(
                profile.text("name"),
                profile.flag("dryRun"),
                profile.selector("nodeSelector"),
                deschedule,
                balance,
                args.getOrDefault(PluginNames.MIGRATION, MissingNode.getInstance()));
    }

    private static List<PluginChoice> enabled(StrictFields point, Set<String> names, Map<String, JsonNode> args) {
        point.only(Set.of("enabled", "disabled"));
        List<PluginChoice> found = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (StrictFields plugin : point.objects("enabled")) {
            String name = plugin.only(Set.of("name", "dryRun")).text("name");
            if (!names.contains(name)) {
                plugin.refuse("name", PluginNames.allowed(name, names));
            } else if (!seen.add(name)) {
                plugin.refuse("name", "each plugin once");
            } else {
                found.add(new PluginChoice(
                        name, plugin.flag("dryRun"), args.getOrDefault(name, MissingNode.getInstance())));
            }
        }
        return found;
    }

    /** At some points MigrationController is there by default, and has to stay. */
    private static void required(StrictFields plugins, String at, Set<String> names) {
        StrictFields point = plugins.object(at);
        boolean enabled = enabled(point, names, Map.of()).stream()
                .anyMatch(plugin -> plugin.name().equals(PluginNames.MIGRATION));
        boolean disabled = point.objects("disabled").stream()
                .map(plugin -> plugin.text("name"))
                .anyMatch(name -> name.equals(ALL) || name.equals(PluginNames.MIGRATION));
        if (disabled && !enabled) {
            point.refuse("disabled", "anything, while MigrationController is enabled");
        }
    }

    private static Map<String, JsonNode> args(StrictFields profile, PluginNames names) {
        Map<String, JsonNode> found = new LinkedHashMap<>();
        for (StrictFields plugin : profile.objects("pluginConfig")) {
            String name = plugin.only(Set.of("name", "args")).text("name");
            if (!names.has(name)) {
                plugin.refuse("name", PluginNames.allowed(name, names.all()));
                continue;
            }
            StrictFields args = plugin.object("args");
            DeschedulerConfigReader.type(args, DeschedulerConfigReader.API_VERSION, name + "Args");
            if (found.put(name, untyped(plugin.node("args"))) != null) {
                plugin.refuse("name", "each plugin once");
            }
        }
        return found;
    }

    private static JsonNode untyped(JsonNode args) {
        return args instanceof ObjectNode object
                ? object.deepCopy().without(List.of("apiVersion", "kind"))
                : MissingNode.getInstance();
    }
}
