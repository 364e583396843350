package io.koordbridge.yarnoperator.matching;

import io.koordbridge.yarnoperator.lease.NodeManagerRef;

/**
 * A NodeManager of a node.
 *
 * @param ref its name in the ResourceManager
 * @param way how it was found
 * @param source kind and name of the object that names it
 * @param claim what that is worth when another node names it as well
 */
public record NodeManagerMatch(NodeManagerRef ref, Way way, String source, Claim claim) {

    /** How a NodeManager was found. */
    public enum Way {
        /** The node agent has its name from the plugin. */
        AGENT,
        /** Only the node agent names it, the ResourceManager does not know it. */
        AGENT_UNCONFIRMED,
        /** Address of the pod or of its node. */
        ADDRESS,
        /** The pod's annotation names its host as the ResourceManager does. */
        ANNOTATION,
        /** Whole host name of the pod or of its node. */
        HOST_NAME,
        /** The only host of this short name. */
        SHORT_NAME,
        /** Only the pod's annotation names it, the ResourceManager does not know it. */
        ANNOTATION_UNCONFIRMED;

        /** Whether the ResourceManager knows it. */
        public boolean confirmed() {
            return this != AGENT_UNCONFIRMED && this != ANNOTATION_UNCONFIRMED;
        }

        /** Whether the node agent names it. */
        public boolean byAgent() {
            return this == AGENT || this == AGENT_UNCONFIRMED;
        }
    }

    /** How strong the claim of a node is against another node's; a later one is stronger. */
    public enum Claim {
        /** An annotation or a short name. */
        NAMED,
        /** The host is the pod's or the node's own. */
        HOST,
        /** The node agent, which reports now, has asked the NodeManager. */
        AGENT
    }
}
