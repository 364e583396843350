package io.koordbridge.koordlet.yarn;

import io.koordbridge.protocol.PureCore;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A YARN container as work on this node.
 *
 * @param master whether it is an application master
 * @param opportunistic whether YARN runs it beyond what the node has
 * @param importance request priority of YARN; the lower number is more important
 * @param stage where it is in its life
 * @param milliCpu virtual cores as CPU
 * @param cores empty when unknown
 * @param bytes memory that it uses; empty when unknown
 */
@PureCore
public record YarnWork(
        String id,
        boolean master,
        boolean opportunistic,
        int importance,
        Stage stage,
        long milliCpu,
        OptionalDouble cores,
        OptionalDouble bytes) {

    /** Where a container is in its life. */
    public enum Stage {
        /** No process of it has started yet. */
        WAITS,
        RUNS,
        /** It is about to end. */
        LEAVES
    }

    private static final long MILLI = 1000;

    private static final Set<String> WAITING = Set.of("NEW", "LOCALIZING", "SCHEDULED");

    private static final Set<String> LEAVING = Set.of(
            "KILLING",
            "DONE",
            "LOCALIZATION_FAILED",
            "CONTAINER_RESOURCES_CLEANINGUP",
            "CONTAINER_CLEANEDUP_AFTER_KILL",
            "EXITED_WITH_FAILURE",
            "EXITED_WITH_SUCCESS");

    /**
     * A container as the plugin knows it.
     *
     * @param cores measured by the agent, which wins; empty when it measures nothing
     * @param bytes the same for memory
     */
    public static YarnWork of(YarnContainer container, OptionalDouble cores, OptionalDouble bytes) {
        YarnContainer.Usage said = container.usage();
        return new YarnWork(
                container.id(),
                "APPLICATION_MASTER".equals(upper(container.containerType())),
                "OPPORTUNISTIC".equals(upper(container.executionType())),
                container.priority() == null ? 0 : container.priority(),
                stage(upper(container.state())),
                container.vcores() == null ? 0 : container.vcores() * MILLI,
                cores.isPresent() || said == null || said.cpuMilli() == null
                        ? cores
                        : OptionalDouble.of((double) said.cpuMilli() / MILLI),
                bytes.isPresent() || said == null || said.memoryBytes() == null
                        ? bytes
                        : OptionalDouble.of((double) said.memoryBytes()));
    }

    private static Stage stage(String state) {
        if (LEAVING.contains(state)) {
            return Stage.LEAVES;
        }
        return WAITING.contains(state) ? Stage.WAITS : Stage.RUNS;
    }

    private static String upper(@Nullable String text) {
        return text == null ? "" : text.toUpperCase(Locale.ROOT);
    }
}
