package io.koordbridge.capacity.cpunormalization;

import io.koordbridge.api.document.node.TopologyDocuments.CpuBasicInfo;
import io.koordbridge.protocol.PureCore;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the node agent reports about the CPUs of a node.
 *
 * @param model empty when it is not known
 */
@PureCore
public record CpuFacts(String model, boolean hyperThread, boolean turbo) {

    /** The facts of a document; one that is JSON null knows nothing. */
    static CpuFacts of(@Nullable CpuBasicInfo info) {
        return info == null
                ? new CpuFacts("", false, false)
                : new CpuFacts(
                        Objects.requireNonNullElse(info.cpuModel(), ""),
                        Boolean.TRUE.equals(info.hyperThreadEnabled()),
                        Boolean.TRUE.equals(info.turboEnabled()));
    }

    /** Field of a model's entry that holds the ratio of such CPUs. */
    String ratioField() {
        if (hyperThread) {
            return turbo ? "hyperThreadTurboEnabledRatio" : "hyperThreadEnabledRatio";
        }
        return turbo ? "turboEnabledRatio" : "baseRatio";
    }
}
