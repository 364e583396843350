package io.koordbridge.manager.noderesource;

import io.koordbridge.frame.BridgeContext;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.colocation.ColocationConfigSource;
import io.koordbridge.manager.featuregate.FeatureGates;
import io.koordbridge.manager.featuregate.Gate;
import io.koordbridge.manager.sloconfig.ConfigKeySource;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;

/**
 * What passes are configured by.
 *
 * @param showsSharedGpus whether nodes show how often their cards can be shared
 */
public record NodeResourceConfig(
        ColocationConfigSource colocation,
        ConfigKeySource normalization,
        ConfigKeySource amplification,
        boolean showsSharedGpus) {

    /** The given colocation configuration with sources of the other keys, told of the config map by the view. */
    public static NodeResourceConfig of(
            ColocationConfigSource colocation, FeatureGates gates, BridgeContext context, ClusterView view) {
        NodeResourceConfig config = new NodeResourceConfig(
                colocation,
                source(NodeRatioSchemas.NORMALIZATION, "CPUNormalizationCfgUnmarshalFailed", context, view),
                source(NodeRatioSchemas.AMPLIFICATION, "ResourceAmplificationCfgUnmarshalFailed", context, view),
                gates.isOn(Gate.ENABLE_SYNC_GPU_SHARED_RESOURCE));
        view.addListener(config.normalization());
        view.addListener(config.amplification());
        return config;
    }

    private static ConfigKeySource source(
            ConfigDocument document, String faultReason, BridgeContext context, ClusterView view) {
        return new ConfigKeySource(view, context.events(), context.metrics(), document, faultReason);
    }

    /** Runs whenever one of the keys changed. */
    void onChange(Runnable dependent) {
        colocation.onChange(dependent);
        normalization.onChange(dependent);
        amplification.onChange(dependent);
    }
}
