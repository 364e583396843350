package io.koordbridge.descheduler.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.descheduler.decide.load.LoadResult;
import io.koordbridge.descheduler.decide.load.LowNodeLoad;
import io.koordbridge.descheduler.decide.load.LowNodeLoadArgsReader;
import io.koordbridge.descheduler.decide.run.PluginKind;
import io.koordbridge.descheduler.decide.run.PluginPoint;
import io.koordbridge.descheduler.decide.violation.ViolationPlugins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The plugins of this process, by name; a plugin is one line of {@link #kinds}. */
final class RunPlugins {

    private final Duration interval;
    private final List<LowNodeLoadPlugin> load = new ArrayList<>();

    /** For a look at a configuration. */
    RunPlugins() {
        this(Duration.ZERO);
    }

    /**
     * For runs.
     *
     * @param interval between two of them
     */
    RunPlugins(Duration interval) {
        this.interval = interval;
    }

    /** All that exist. */
    List<PluginKind> kinds() {
        List<PluginKind> kinds = new ArrayList<>(ViolationPlugins.KINDS);
        kinds.add(new PluginKind(LowNodeLoad.NAME, PluginPoint.BALANCE, this::lowNodeLoad));
        return kinds;
    }

    /** The same plugins for a plan: they remember what these do, and what they decide is not remembered here. */
    List<PluginKind> planning(List<LowNodeLoadPlugin> copies) {
        List<LowNodeLoadPlugin> originals = List.copyOf(load);
        return kinds().stream()
                .map(kind -> kind.name().equals(LowNodeLoad.NAME)
                        ? new PluginKind(kind.name(), kind.point(), args -> copy(originals, copies))
                        : kind)
                .toList();
    }

    /** Plugins are made in the order of the configuration, for a plan as for runs. */
    private static PluginKind.Made copy(List<LowNodeLoadPlugin> originals, List<LowNodeLoadPlugin> copies) {
        LowNodeLoadPlugin copy = originals.get(copies.size()).copy();
        copies.add(copy);
        return new PluginKind.Made(copy, List.of());
    }

    private PluginKind.Made lowNodeLoad(JsonNode args) {
        LowNodeLoadArgsReader.Result read = LowNodeLoadArgsReader.read(args);
        LowNodeLoadPlugin plugin = new LowNodeLoadPlugin(read.args().withDetectorsFor(interval));
        load.add(plugin);
        return new PluginKind.Made(plugin, read.problems());
    }

    /** What the last runs of these plugins decided. */
    static List<LoadResult> results(List<LowNodeLoadPlugin> plugins) {
        return plugins.stream()
                .map(LowNodeLoadPlugin::last)
                .filter(Objects::nonNull)
                .toList();
    }
}
