package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.FitResult;
import java.util.OptionalLong;

/**
 * What one capability says of a pod on a node.
 *
 * @param fit whether it fits
 * @param score from 0 to 100 (of several scores in one: their weighted sum), empty when it does not fit or the plugin does not mind
 * @param relative whether it counts by comparison with other nodes; for one plugin of weight 1
 */
public record PluginAnswer(FitResult fit, OptionalLong score, boolean relative) {

    /** Of a plugin that does not score, or does not score this pod. */
    public static PluginAnswer of(FitResult fit) {
        return new PluginAnswer(fit, OptionalLong.empty(), false);
    }

    /** Of a node that the pod fits on. */
    public static PluginAnswer fits(long score) {
        return new PluginAnswer(FitResult.FITS, OptionalLong.of(score), false);
    }

    /** Of a node that the pod fits on: the best node gets 100, the others their share of that. */
    public static PluginAnswer fitsRelatively(long score) {
        return new PluginAnswer(FitResult.FITS, OptionalLong.of(score), true);
    }
}
