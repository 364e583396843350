package io.koordbridge.yarnoperator.resourcemanager;

/** A call to a ResourceManager that failed; the message names the call. */
public final class ResourceManagerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ResourceManagerException(String message, Throwable cause) {
        super(message + ": " + shortCause(cause), cause);
    }

    private static String shortCause(Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        int end = text.indexOf('\n');
        return cause.getClass().getSimpleName() + ": " + (end < 0 ? text : text.substring(0, end));
    }
}
