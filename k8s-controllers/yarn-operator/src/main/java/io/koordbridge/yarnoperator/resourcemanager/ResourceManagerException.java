package io.koordbridge.yarnoperator.resourcemanager;

/** A call to a ResourceManager that failed; the message names the call. */
public final class ResourceManagerException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    /** Hadoop's reference to pages of its own. */
    private static final String FOR_MORE_DETAILS = "; For more details see:";

    public ResourceManagerException(String message, Throwable cause) {
        super(message + ": " + shortCause(cause), cause);
    }

    private static String shortCause(Throwable cause) {
        String text = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        int end = text.indexOf(FOR_MORE_DETAILS);
        return cause.getClass().getSimpleName() + ": " + (end < 0 ? text : text.substring(0, end));
    }
}
