package io.koordbridge.scheduler.gatekeeper;

/** The write that removes our scheduling gate from a pod. */
@FunctionalInterface
public interface GateApi {

    /**
     * Removes it, and no other.
     *
     * @return false when it could not be written
     */
    boolean remove(String namespace, String name, String uid);
}
