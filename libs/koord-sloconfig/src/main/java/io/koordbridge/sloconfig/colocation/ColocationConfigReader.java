package io.koordbridge.sloconfig.colocation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.Exclusions;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.NodeEntry;
import io.koordbridge.sloconfig.Overlay;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.colocation.ColocationConfig.Entry;
import io.koordbridge.sloconfig.colocation.ColocationConfig.Merged;
import io.koordbridge.sloconfig.damping.DampingExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One config map event: from the state before to the state after; manager specification section 5.2. */
@PureCore
public final class ColocationConfigReader {

    private ColocationConfigReader() {}

    /**
     * What consumers work with.
     *
     * @param available false until the first usable read; consumers do nothing until then
     * @param faulty the last read was not usable, or there was no config map
     */
    public record State(ColocationConfig config, boolean available, boolean faulty) {

        /** Before anything was read. */
        public static final State INITIAL = new State(ColocationConfig.DEFAULT, false, false);
    }

    /**
     * Outcome of one event.
     *
     * @param changed the merged configuration differs from the one before
     */
    public record Step(State state, boolean changed, List<Problem> problems) {

        public Step {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads the config map.
     *
     * @param data its data, null when the config map does not exist
     */
    public static Step next(State before, @Nullable Map<String, String> data) {
        if (data == null) {
            return accept(before, ColocationConfig.DEFAULT, true, List.of());
        }
        String text = data.get(ColocationSchemas.KEY);
        if (text == null || text.isEmpty()) {
            return accept(before, ColocationConfig.DEFAULT, false, List.of());
        }
        Decoded decoded = ColocationSchemas.CONFIG.decode(text);
        if (!decoded.readable()) {
            return keep(before, decoded.problems());
        }
        ObjectNode cluster = Overlay.merge(ColocationStrategy.DEFAULT_TREE, decoded.tree(), ColocationSchemas.STRATEGY);
        List<Problem> problems = outOfRange(ColocationSchemas.KEY, cluster, "", Kind.OUT_OF_RANGE);
        if (!problems.isEmpty()) {
            return keep(before, withLines(problems, decoded));
        }
        List<Problem> partProblems = new ArrayList<>();
        ObjectNode lastGood = before.config().cluster().tree();
        ObjectNode accepted = DampingExtension.accepted(
                cluster, lastGood, ColocationSchemas.KEY, "", Kind.OUT_OF_RANGE, partProblems);
        ColocationConfig config =
                new ColocationConfig(Merged.of(accepted), entries(before, accepted, decoded.tree(), partProblems));
        return accept(before, config, false, withLines(partProblems, decoded));
    }

    /** What is found after merging, with the lines of the merged parts. */
    private static List<Problem> withLines(List<Problem> problems, Decoded decoded) {
        return problems.stream()
                .map(one -> new Problem(
                        one.key(),
                        one.field(),
                        one.value(),
                        one.allowed(),
                        decoded.notes().line(one.field()),
                        one.kind()))
                .toList();
    }

    /**
     * Everything in a document that is not taken: what {@link #next} stops at, and what it would find behind that.
     *
     * @param document as far as it could be read
     */
    public static List<Problem> problems(ObjectNode document) {
        ObjectNode cluster = Overlay.merge(ColocationStrategy.DEFAULT_TREE, document, ColocationSchemas.STRATEGY);
        List<Problem> problems = new ArrayList<>(outOfRange(ColocationSchemas.KEY, cluster, "", Kind.OUT_OF_RANGE));
        ObjectNode rest = document.deepCopy();
        problems.forEach(problem -> rest.remove(problem.field()));
        ObjectNode good = Overlay.merge(ColocationStrategy.DEFAULT_TREE, rest, ColocationSchemas.STRATEGY);
        ObjectNode accepted =
                DampingExtension.accepted(good, null, ColocationSchemas.KEY, "", Kind.OUT_OF_RANGE, problems);
        entries(State.INITIAL, accepted, rest, problems);
        return problems;
    }

    private static List<Entry> entries(State before, ObjectNode cluster, ObjectNode document, List<Problem> problems) {
        List<Entry> entries = new ArrayList<>();
        for (NodeEntry entry : ColocationSchemas.CONFIG.entries(document)) {
            ObjectNode merged = Overlay.merge(cluster, entry.tree(), ColocationSchemas.STRATEGY);
            List<Problem> found = outOfRange(ColocationSchemas.KEY, merged, entry.path(), Kind.NODE_ENTRY_OUT_OF_RANGE);
            problems.addAll(found);
            ObjectNode accepted = DampingExtension.accepted(
                    merged,
                    lastGood(before, entry.name(), cluster),
                    ColocationSchemas.KEY,
                    entry.path(),
                    Kind.NODE_ENTRY_OUT_OF_RANGE,
                    problems);
            entries.add(new Entry(
                    entry.name(),
                    CompiledSelector.of(entry.selector()),
                    Merged.of(found.isEmpty() ? accepted : cluster)));
        }
        return entries;
    }

    /** The entry of the same name as it was, else the cluster's strategy. */
    private static ObjectNode lastGood(State before, String name, ObjectNode cluster) {
        return before.config().entries().stream()
                .filter(entry -> !name.isEmpty() && entry.name().equals(name))
                .map(entry -> entry.merged().tree())
                .findFirst()
                .orElse(cluster);
    }

    static List<Problem> outOfRange(String key, ObjectNode strategy, String path, Kind kind) {
        List<Problem> problems = new ArrayList<>();
        for (Field field : ColocationSchemas.STRATEGY.fields()) {
            JsonNode value = strategy.get(field.name());
            if (field.allowed() != null && value != null && !field.allowed().accepts(value)) {
                problems.add(new Problem(
                        key,
                        path + field.name(),
                        value.asText(),
                        field.allowed().words(),
                        0,
                        kind));
            }
        }
        if (problems.isEmpty()) {
            Exclusions.in(strategy, ColocationSchemas.STRATEGY)
                    .forEach(one ->
                            problems.add(new Problem(key, path + one.field(), one.value(), one.allowed(), 0, kind)));
        }
        return problems;
    }

    private static Step accept(State before, ColocationConfig config, boolean faulty, List<Problem> problems) {
        boolean changed = !config.equals(before.config());
        return new Step(new State(config, true, faulty), changed, problems);
    }

    private static Step keep(State before, List<Problem> problems) {
        return new Step(new State(before.config(), before.available(), true), false, problems);
    }
}
