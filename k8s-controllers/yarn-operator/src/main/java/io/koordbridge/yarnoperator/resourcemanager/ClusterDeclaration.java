package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.policy.amount.YarnAmount;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A YARN cluster as configured.
 *
 * @param address of the ResourceManager's administration, several with commas
 * @param auth {@code simple} or {@code kerberos}
 * @param minimum the ResourceManager's minimum allocation, below which it shuts a NodeManager down
 * @param connector makes the client
 * @param ownName {@code yarn.resourcemanager.cluster-id}, by which its NodeManagers call it, null without one
 * @param web how its web servers are asked
 */
public record ClusterDeclaration(
        String address,
        String auth,
        YarnAmount minimum,
        Supplier<ResourceManager> connector,
        @Nullable String ownName,
        HadoopWeb web) {

    /** A cluster whose minimum allocation is not known. */
    public ClusterDeclaration(String address, String auth, Supplier<ResourceManager> connector) {
        this(address, auth, YarnAmount.ZERO, connector, null, HadoopWeb.PLAIN);
    }

    /** What a cluster is called towards people: the default one has no id of its own. */
    public static String name(String cluster) {
        return cluster.isEmpty() ? "default" : cluster;
    }
}
