package io.koordbridge.manager.publish;

import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.config.colocation.ColocationConfigSource;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.config.featuregate.Gate;
import io.koordbridge.manager.config.sloconfig.ConfigKeySource;
import io.koordbridge.manager.config.switches.NameSwitches;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.util.List;

/**
 * What passes are configured by.
 *
 * @param stages that run, in their order
 * @param showsSharedGpus whether nodes show how often their cards can be shared
 * @param allowUnprotected whether nodes may offer capacity without protection of online pods
 */
public record NodeResourceConfig(
        ColocationConfigSource colocation,
        ConfigKeySource normalization,
        ConfigKeySource amplification,
        List<ResourceStage<?>> stages,
        boolean showsSharedGpus,
        boolean allowUnprotected) {

    public NodeResourceConfig {
        stages = List.copyOf(stages);
    }

    /**
     * The given colocation configuration with sources of the other keys, notified of the ConfigMap by the view.
     *
     * @param allowUnprotected whether nodes may offer capacity without protection of online pods
     */
    public static NodeResourceConfig of(
            ColocationConfigSource colocation,
            FeatureGates gates,
            NameSwitches plugins,
            boolean allowUnprotected,
            BridgeContext context,
            ClusterView view) {
        NodeResourceConfig config = new NodeResourceConfig(
                colocation,
                source(NodeRatioSchemas.NORMALIZATION, "CPUNormalizationCfgUnmarshalFailed", context, view),
                source(NodeRatioSchemas.AMPLIFICATION, "ResourceAmplificationCfgUnmarshalFailed", context, view),
                ResourceStages.ALL.stream()
                        .filter(stage -> plugins.isOn(stage.name()))
                        .toList(),
                gates.isOn(Gate.ENABLE_SYNC_GPU_SHARED_RESOURCE),
                allowUnprotected);
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
