package io.koordbridge.yarnoperator.resourcemanager;

import java.util.function.Supplier;

/**
 * A YARN cluster as configured.
 *
 * @param address of the ResourceManager's administration, several with commas
 * @param auth {@code simple} or {@code kerberos}
 * @param connector makes the client
 */
public record ClusterDeclaration(String address, String auth, Supplier<ResourceManager> connector) {

    /** What a cluster is called towards people: the default one has no id of its own. */
    public static String name(String cluster) {
        return cluster.isEmpty() ? "default" : cluster;
    }
}
