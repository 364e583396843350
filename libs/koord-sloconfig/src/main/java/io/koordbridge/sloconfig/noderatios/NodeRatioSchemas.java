package io.koordbridge.sloconfig.noderatios;

import static io.koordbridge.sloconfig.Scalar.BOOLEAN;
import static io.koordbridge.sloconfig.Scalar.DOUBLE;

import io.koordbridge.sloconfig.Allowed;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.ConfigDocument.Layout;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.MapSchema;
import io.koordbridge.sloconfig.ObjectSchema;

/** Fields of {@code cpu-normalization-config} and {@code resource-amplification-config}. */
public final class NodeRatioSchemas {

    /** Ratios that a calculation takes; a text with another one is read, and the calculation refuses it. */
    public static final Allowed NORMALIZATION_RATIO = new Allowed(1, true, 5, false, "1..5");

    private static final ObjectSchema MODEL = ObjectSchema.of(
            ratio("baseRatio", "neither hyper-threading nor turbo"),
            ratio("hyperThreadEnabledRatio", "only hyper-threading"),
            ratio("turboEnabledRatio", "only turbo"),
            ratio("hyperThreadTurboEnabledRatio", "hyper-threading and turbo"));

    /** The key {@code cpu-normalization-config}. */
    public static final ConfigDocument NORMALIZATION = new ConfigDocument(
            "cpu-normalization-config",
            Layout.TOP_LEVEL,
            ObjectSchema.of(
                    Field.of("enable", BOOLEAN).means("makes CPUs of different models comparable"),
                    Field.of("defaultRatio", DOUBLE)
                            .admitting(NORMALIZATION_RATIO)
                            .means("ratio of a model that is not listed; absent: such a node has none"),
                    Field.of("ratioModel", new MapSchema(MODEL))
                            .means(
                                    "ratios by CPU model; an entry's model takes the place of the cluster's as a whole")),
            "{\"enable\": false, \"ratioModel\": {}}");

    /** The key {@code resource-amplification-config}. */
    public static final ConfigDocument AMPLIFICATION = new ConfigDocument(
            "resource-amplification-config",
            Layout.TOP_LEVEL,
            ObjectSchema.of(
                    Field.of("enable", BOOLEAN).means("shows more of a resource than the node has"),
                    Field.of("resourceAmplificationRatio", new MapSchema(DOUBLE))
                            .means("factor of cpu and of memory, such as cpu: 1.5; at least 1")),
            "{\"enable\": false}");

    private NodeRatioSchemas() {}

    private static Field ratio(String name, String when) {
        return Field.of(name, DOUBLE).admitting(NORMALIZATION_RATIO).means("ratio with " + when);
    }
}
