package io.koordbridge.descheduler.decide.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@link LowNodeLoadArgs}: every field strictly, all defaults, and each problem with field, value and what is allowed. */
@PureCore
public final class LowNodeLoadArgsReader {

    private static final int EXPIRATION_SECONDS = 180;
    private static final double MOST_PERCENT = 100;
    private static final Duration DETECTOR_TIMEOUT = Duration.ofMinutes(5);
    private static final List<String> OF_THRESHOLDS = List.of(
            "useDeviationThresholds", "lowThresholds", "highThresholds", "prodLowThresholds", "prodHighThresholds");
    private static final Set<String> OF_POOL = Set.of(
            "name",
            "nodeSelector",
            "useDeviationThresholds",
            "lowThresholds",
            "highThresholds",
            "prodLowThresholds",
            "prodHighThresholds",
            "resourceWeights",
            "anomalyCondition");
    private static final Set<String> OF_ARGS = Set.of(
            "apiVersion",
            "kind",
            "paused",
            "dryRun",
            "numberOfNodes",
            "nodeMetricExpirationSeconds",
            "evictableNamespaces",
            "podSelectors",
            "nodeSelector",
            "nodeFit",
            "useDeviationThresholds",
            "lowThresholds",
            "highThresholds",
            "prodLowThresholds",
            "prodHighThresholds",
            "resourceWeights",
            "anomalyCondition",
            "detectorCacheTimeout",
            "nodePools");
    private static final CompiledSelector ALL = CompiledSelector.of(new LabelSelector());

    private final List<String> problems = new ArrayList<>();

    private LowNodeLoadArgsReader() {}

    /**
     * What was read.
     *
     * @param args where there is a problem, with the default of its field
     * @param problems empty when the arguments are valid
     */
    public record Result(LowNodeLoadArgs args, List<String> problems) {

        public Result {
            problems = List.copyOf(problems);
        }
    }

    /** The arguments in their external form; a missing tree stands for none. */
    public static Result read(JsonNode tree) {
        LowNodeLoadArgsReader reader = new LowNodeLoadArgsReader();
        LowNodeLoadArgs args =
                reader.args(StrictFields.of(tree, "", reader.problems).only(OF_ARGS));
        return new Result(args, reader.problems);
    }

    private LowNodeLoadArgs args(StrictFields fields) {
        List<LoadPool> pools = new ArrayList<>();
        LoadPool top = pool(fields, LowNodeLoadArgs.DEFAULT_POOL, null);
        pools.add(top);
        Set<String> names = new HashSet<>(Set.of(top.name()));
        for (StrictFields part : fields.objects("nodePools")) {
            String name = part.only(OF_POOL).text("name");
            if (!names.add(name)) {
                part.refuse("name", "a name that no other pool has");
            }
            pools.add(pool(part, name, top));
        }
        return new LowNodeLoadArgs(
                fields.flag("paused"),
                fields.flag("dryRun"),
                fields.whole("numberOfNodes", 0).orElse(0),
                Duration.ofSeconds(
                        fields.whole("nodeMetricExpirationSeconds", 1).orElse(EXPIRATION_SECONDS)),
                choice(fields),
                fields.flag("nodeFit", true),
                fields.duration("detectorCacheTimeout").orElse(DETECTOR_TIMEOUT),
                pools);
    }

    /** A field that a pool leaves out has the value of the top level, its selector apart. */
    private static LoadPool pool(StrictFields fields, String name, @Nullable LoadPool top) {
        boolean deviation = fields.flag(
                "useDeviationThresholds", top != null && top.thresholds().deviation());
        LoadThresholds inherited =
                top == null ? new LoadThresholds(false, Map.of(), Map.of(), Map.of(), Map.of()) : top.thresholds();
        LoadThresholds thresholds = new LoadThresholds(
                deviation,
                fields.has("lowThresholds") ? percents(fields.object("lowThresholds")) : inherited.low(),
                fields.has("highThresholds") ? percents(fields.object("highThresholds")) : inherited.high(),
                fields.has("prodLowThresholds") ? percents(fields.object("prodLowThresholds")) : inherited.prodLow(),
                fields.has("prodHighThresholds")
                        ? percents(fields.object("prodHighThresholds"))
                        : inherited.prodHigh());
        if (OF_THRESHOLDS.stream().anyMatch(fields::has)) {
            check(fields, thresholds);
        }
        return new LoadPool(
                name,
                fields.has("nodeSelector") ? fields.selector("nodeSelector") : null,
                thresholds,
                weights(fields, thresholds, top == null ? Map.of() : top.weights()),
                anomaly(fields, top == null ? AnomalyCondition.DEFAULT : top.anomaly()));
    }

    private static void check(StrictFields fields, LoadThresholds thresholds) {
        needsLow(fields, "highThresholds", thresholds.high(), "lowThresholds", thresholds.low());
        needsLow(fields, "prodHighThresholds", thresholds.prodHigh(), "prodLowThresholds", thresholds.prodLow());
        if (!thresholds.deviation()) {
            // Distances from the mean lie on both sides of it: there is nothing to compare.
            ordered(fields, "lowThresholds", thresholds.low(), "highThresholds", thresholds.high());
            ordered(fields, "prodLowThresholds", thresholds.prodLow(), "prodHighThresholds", thresholds.prodHigh());
            ordered(fields, "prodHighThresholds", thresholds.prodHigh(), "highThresholds", thresholds.high());
        }
    }

    /** Without its low threshold a high one has no effect, and its writer would not notice. */
    private static void needsLow(
            StrictFields fields, String highName, Map<String, Double> high, String lowName, Map<String, Double> low) {
        high.forEach((resource, percent) -> {
            if (!low.containsKey(resource)) {
                fields.refuse(
                        highName + "." + resource, percent(percent), "a resource that " + lowName + " has as well");
            }
        });
    }

    private static void ordered(
            StrictFields fields, String name, Map<String, Double> lower, String upperName, Map<String, Double> upper) {
        lower.forEach((resource, percent) -> {
            Double most = upper.get(resource);
            if (most != null && percent > most) {
                fields.refuse(
                        name + "." + resource,
                        percent(percent),
                        "0 to " + percent(most) + ", which is " + upperName + "." + resource);
            }
        });
    }

    private static String percent(double percent) {
        return LoadReason.percent(percent);
    }

    private static Map<String, Long> weights(
            StrictFields fields, LoadThresholds thresholds, Map<String, Long> inherited) {
        Map<String, Long> weights =
                new HashMap<>(fields.has("resourceWeights") ? weights(fields.object("resourceWeights")) : inherited);
        if (weights.isEmpty()) {
            weights.put(ResourceNames.CPU, 1L);
            weights.put(ResourceNames.MEMORY, 1L);
        }
        thresholds.low().keySet().forEach(resource -> weights.putIfAbsent(resource, 1L));
        thresholds.high().keySet().forEach(resource -> weights.putIfAbsent(resource, 1L));
        weights.replaceAll((resource, weight) -> weight <= 0 ? 1L : weight);
        return weights;
    }

    private static Map<String, Double> percents(StrictFields fields) {
        Map<String, Double> found = new LinkedHashMap<>();
        for (String resource : fields.names()) {
            JsonNode value = fields.node(resource);
            double percent = value.isNumber() ? value.doubleValue() : -1;
            if (percent >= 0 && percent <= MOST_PERCENT) {
                found.put(resource, percent);
            } else {
                fields.refuse(resource, "a number from 0 to 100");
            }
        }
        return found;
    }

    private static Map<String, Long> weights(StrictFields fields) {
        Map<String, Long> found = new LinkedHashMap<>();
        for (String resource : fields.names()) {
            JsonNode value = fields.node(resource);
            if (value.isIntegralNumber() && value.canConvertToInt()) {
                found.put(resource, value.longValue());
            } else {
                fields.refuse(resource, "a whole number of 32 bits");
            }
        }
        return found;
    }

    private static AnomalyCondition anomaly(StrictFields fields, AnomalyCondition inherited) {
        if (!fields.has("anomalyCondition")) {
            return inherited;
        }
        StrictFields given = fields.object("anomalyCondition")
                .only(Set.of("timeout", "consecutiveAbnormalities", "consecutiveNormalities"));
        return new AnomalyCondition(
                given.duration("timeout").orElse(AnomalyCondition.DEFAULT.timeout()),
                given.whole("consecutiveAbnormalities", 1).orElse(AnomalyCondition.DEFAULT.consecutiveAbnormalities()),
                given.whole("consecutiveNormalities", 1).orElse(AnomalyCondition.DEFAULT.consecutiveNormalities()));
    }

    private static PodChoice choice(StrictFields fields) {
        StrictFields namespaces = fields.object("evictableNamespaces").only(Set.of("include", "exclude"));
        Set<String> include = Set.copyOf(namespaces.anyTexts("include"));
        Set<String> exclude = Set.copyOf(namespaces.anyTexts("exclude"));
        if (!include.isEmpty() && !exclude.isEmpty()) {
            namespaces.refuse("exclude", "only one of include and exclude");
        }
        List<CompiledSelector> selectors = new ArrayList<>();
        for (StrictFields one : fields.objects("podSelectors")) {
            one.only(Set.of("name", "selector"));
            selectors.add(one.has("selector") ? one.selector("selector") : ALL);
        }
        return new PodChoice(include, exclude, selectors);
    }
}
