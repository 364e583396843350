package io.koordbridge.yarnoperator.resourcemanager;

import org.apache.hadoop.yarn.exceptions.YarnException;

/** A call to a ResourceManager that failed; the message names the call. */
public final class ResourceManagerException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    /** Hadoop's reference to pages of its own. */
    private static final String FOR_MORE_DETAILS = "; For more details see:";

    /** Java's words for a key table without a key, whatever the user did: no user is asked here. */
    private static final String NO_PASSWORD = "Unable to obtain password from user";

    private static final String NO_KEY = "the key table holds no key of this principal, or is none";

    public ResourceManagerException(String message, Throwable cause) {
        super(message + ": " + shortCause(cause), cause);
    }

    /** Whether the active ResourceManager itself refused: then it has taken what was sent before. A standby's refusal proves nothing. */
    public boolean answered() {
        for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof YarnException) {
                return true;
            }
        }
        return false;
    }

    /** Whether it refused because it does not know the node: after a failover, or because the NodeManager is lost. */
    boolean unknownNode() {
        return answered() && String.valueOf(getMessage()).contains("unrecognized node");
    }

    private static String shortCause(Throwable cause) {
        String text = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        int end = text.indexOf(FOR_MORE_DETAILS);
        String told = (end < 0 ? text : text.substring(0, end)).replace(NO_PASSWORD, NO_KEY);
        return cause.getClass().getSimpleName() + ": " + told;
    }
}
