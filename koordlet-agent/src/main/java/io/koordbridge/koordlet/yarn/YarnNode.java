package io.koordbridge.koordlet.yarn;

import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.protocol.YarnContainerIds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The NodeManager as the plugin reports it; what it does not know, or an older one does not say, is null.
 *
 * @param masters what application masters hold
 * @param signals to executors that had to leave
 * @param strangers whether processes are in its groups that the NodeManager does not list
 */
public record YarnNode(
        @Nullable String nodeId,
        @Nullable String clusterId,
        @Nullable Capacity capacity,
        @Nullable Capacity masters,
        @Nullable Placement placement,
        @Nullable Boolean strangers,
        @Nullable Signals signals,
        List<String> degraded) {

    public YarnNode {
        degraded = List.copyOf(degraded);
    }

    /** Executors since the plugin's start, by the result of their signal. */
    public record Signals(long sent, long noHandler, long failed) {}

    /** An amount of YARN's, such as the NodeManager's last capacity from the ResourceManager. */
    public record Capacity(@Nullable Long vcores, @Nullable Long memoryMB) {

        /** Null when a part is not known. */
        @Nullable
        YarnResource whole() {
            return vcores == null || memoryMB == null ? null : new YarnResource(vcores, memoryMB);
        }
    }

    /**
     * Where its containers run.
     *
     * @param confirmed whether one was seen there, false when one runs elsewhere
     */
    public record Placement(
            @Nullable String mode,
            @Nullable String path,
            @Nullable Boolean confirmed) {}

    /** What masters hold; of an older plugin the sum over its containers, null when it says too little. */
    public @Nullable YarnResource heldByMasters(List<YarnContainer> containers) {
        return masters == null ? sum(containers) : masters.whole();
    }

    private static @Nullable YarnResource sum(List<YarnContainer> containers) {
        long vcores = 0;
        long megabytes = 0;
        for (YarnContainer one : containers) {
            if (isMaster(one)) {
                if (one.vcores() == null || one.memoryMB() == null) {
                    return null;
                }
                vcores += one.vcores();
                megabytes += one.memoryMB();
            }
        }
        return new YarnResource(Math.min(vcores, Integer.MAX_VALUE), Math.min(megabytes, Integer.MAX_VALUE));
    }

    /** One whose type is not known follows its id. */
    private static boolean isMaster(YarnContainer container) {
        return container.containerType() == null
                ? YarnContainerIds.isFirst(container.id())
                : "APPLICATION_MASTER".equalsIgnoreCase(container.containerType());
    }
}
