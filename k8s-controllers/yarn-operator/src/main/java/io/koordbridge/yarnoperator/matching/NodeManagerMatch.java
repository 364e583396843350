package io.koordbridge.yarnoperator.matching;

import io.koordbridge.yarnoperator.lease.NodeManagerRef;

/**
 * A NodeManager of a node.
 *
 * @param ref its name in the ResourceManager
 * @param way how it was found
 * @param pod namespace and name of its pod
 * @param here whether its host is a name or an address of the node or the pod, not only of the annotation
 */
public record NodeManagerMatch(NodeManagerRef ref, Way way, String pod, boolean here) {

    /** How a NodeManager was found. */
    public enum Way {
        /** The pod's annotation names it as the ResourceManager does. */
        ANNOTATION,
        /** Same host name. */
        HOST_NAME,
        /** Same host name, one of the two with a domain. */
        FQDN,
        /** Same address. */
        IP,
        /** Only the pod's annotation names it, the ResourceManager does not know it. */
        ANNOTATION_UNCONFIRMED
    }
}
