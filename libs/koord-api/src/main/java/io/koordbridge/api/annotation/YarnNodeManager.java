package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The NodeManager of a node as the node agent knows it from the plugin; written when it changes.
 *
 * @param nodeId host and port by which the ResourceManager knows it, null while the plugin has not answered
 * @param clusterId of the ResourceManager's configuration, null without one
 * @param capacity the last capacity from the ResourceManager: what it registers with after a failover or a restart, at most
 * @param masters what its application masters hold in all, null while not known
 * @param placement where its containers run, null while not known
 * @param strangers whether processes run in its groups that it does not know, null while not known
 * @param answers the question of yarn-operator that {@code masters} answers: they are as of a time after it, null without one
 * @param time RFC 3339, when the agent read it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record YarnNodeManager(
        @Nullable String nodeId,
        @Nullable String clusterId,
        @Nullable YarnResource capacity,
        @Nullable YarnResource masters,
        @Nullable Placement placement,
        @Nullable Boolean strangers,
        @Nullable String answers,
        @Nullable String time) {

    /** Where containers run. */
    public enum Placement {
        /** A container was seen in its group: an empty group means that none runs. */
        CONFIRMED,
        /** Nothing was seen of them there yet. */
        UNCONFIRMED,
        /** They run elsewhere: an empty group proves nothing. */
        ELSEWHERE
    }

    /** With only a capacity, as an older agent writes it. */
    public static YarnNodeManager of(@Nullable String nodeId, @Nullable YarnResource capacity, @Nullable String time) {
        return new YarnNodeManager(nodeId, null, capacity, null, null, null, null, time);
    }
}
