package io.koordbridge.sloconfig.damping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.DocumentDecoder;
import io.koordbridge.sloconfig.ParseInfo.Reason;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.SchemaVisitor;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import io.koordbridge.sloconfig.damping.DampingStrategy.SteadyPods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code extensions.damping}; unlike the documents of the reference, an unknown field is a problem. */
@PureCore
public final class DampingDocument {

    private static final long DEFAULT_INTERVAL_SECONDS = 60;

    private final String key;
    private final Kind kind;
    private final List<Problem> problems = new ArrayList<>();

    private DampingDocument(String key, Kind kind) {
        this.key = key;
        this.kind = kind;
    }

    /**
     * A document as read.
     *
     * @param strategy empty when there are problems
     */
    public record Read(Optional<DampingStrategy> strategy, List<Problem> problems) {

        public Read {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads the value; absent means off. Never throws.
     *
     * @param key key of the config map or annotation, for problems
     * @param path path of the value in there
     * @param kind what follows from a problem
     */
    public static Read read(@Nullable JsonNode value, String key, String path, Kind kind) {
        if (value == null || value.isNull()) {
            return new Read(Optional.of(DampingStrategy.OFF), List.of());
        }
        DampingDocument document = new DampingDocument(key, kind);
        Optional<DampingStrategy> strategy = document.strategy(value, path);
        return new Read(document.problems.isEmpty() ? strategy : Optional.empty(), document.problems);
    }

    private Optional<DampingStrategy> strategy(JsonNode value, String path) {
        Decoded decoded = DocumentDecoder.decode(key, value.toString(), DampingSchemas.DOCUMENT);
        decoded.problems().forEach(one -> problem(below(path, one.field()), one.value(), one.allowed()));
        decoded.notes().ignored().stream()
                .filter(one -> one.reason() == Reason.UNKNOWN)
                .forEach(one -> problem(
                        below(path, one.path()),
                        String.valueOf(value.at("/" + one.path().replace('.', '/'))),
                        "one of the fields " + String.join(", ", one.siblings())));
        ObjectNode tree = decoded.tree();
        SchemaVisitor.through(tree, DampingSchemas.DOCUMENT, path + ".", (field, given, at) -> {
            if (field.allowed() != null && !field.allowed().accepts(given)) {
                problem(at, given.asText(), field.allowed().words());
            }
        });
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        if (!tree.path(DampingSchemas.ENABLE).asBoolean(true)) {
            return Optional.of(DampingStrategy.OFF);
        }
        return Optional.of(new DampingStrategy(
                batch(tree),
                mid(tree),
                tree.path(DampingSchemas.ROUND_MEMORY).asLong(0),
                steadyPods(tree.path(DampingSchemas.STEADY_PODS))));
    }

    private static Rules batch(ObjectNode tree) {
        return new Rules(
                growth(tree, tree),
                hold(tree, tree),
                whole(tree, DampingSchemas.CPU_OVERSELL_LIMIT),
                whole(tree, DampingSchemas.MEMORY_OVERSELL_LIMIT));
    }

    private static @Nullable Rules mid(ObjectNode tree) {
        JsonNode own = tree.path(DampingSchemas.MID);
        if (!own.path(DampingSchemas.ENABLE).asBoolean(true)) {
            return null;
        }
        return new Rules(
                growth(own, tree),
                hold(own, tree),
                whole(tree, DampingSchemas.MID_CPU_OVERSELL_LIMIT),
                whole(tree, DampingSchemas.MID_MEMORY_OVERSELL_LIMIT));
    }

    /** What the own tree says, or else the one that holds for all. */
    private static @Nullable Growth growth(JsonNode own, JsonNode all) {
        Long step = whole(own.has(DampingSchemas.GROW_STEP) ? own : all, DampingSchemas.GROW_STEP);
        long seconds = own.path(DampingSchemas.GROW_INTERVAL)
                .asLong(all.path(DampingSchemas.GROW_INTERVAL).asLong(DEFAULT_INTERVAL_SECONDS));
        return step == null ? null : new Growth(step, Duration.ofSeconds(seconds));
    }

    private static long hold(JsonNode own, JsonNode all) {
        return own.path(DampingSchemas.HOLD_RANGE)
                .asLong(all.path(DampingSchemas.HOLD_RANGE).asLong(0));
    }

    private static @Nullable SteadyPods steadyPods(JsonNode tree) {
        if (!tree.isObject() || !tree.path(DampingSchemas.ENABLE).asBoolean(true)) {
            return null;
        }
        Long seconds = whole(tree, DampingSchemas.WINDOW_SECONDS);
        return new SteadyPods(
                seconds == null ? null : Duration.ofSeconds(seconds),
                tree.path(DampingSchemas.COUNT_PODS_WITHOUT_METRICS).asBoolean(true));
    }

    private void problem(String field, String value, String allowed) {
        problems.add(new Problem(key, field, value, allowed, 0, kind));
    }

    private static String below(String path, String field) {
        return field.isEmpty() ? path : path + "." + field;
    }

    private static @Nullable Long whole(JsonNode tree, String field) {
        JsonNode value = tree.get(field);
        return value == null ? null : value.longValue();
    }
}
