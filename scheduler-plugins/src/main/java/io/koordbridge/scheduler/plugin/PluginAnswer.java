package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.FitResult;
import java.util.OptionalLong;

/**
 * What one capability says of a pod on a node.
 *
 * @param fit whether it fits
 * @param score from 0 to 100 (of several scores in one: their weighted sum), empty when it does not fit or the plugin does not mind
 */
public record PluginAnswer(FitResult fit, OptionalLong score) {

    /** Of a plugin that does not score, or does not score this pod. */
    public static PluginAnswer of(FitResult fit) {
        return new PluginAnswer(fit, OptionalLong.empty());
    }

    /** Of a node that the pod fits on. */
    public static PluginAnswer fits(long score) {
        return new PluginAnswer(FitResult.FITS, OptionalLong.of(score));
    }
}
