package io.koordbridge.koordlet.kubepods;

/**
 * A container that has a control group.
 *
 * @param id {@code <runtime>://<id>}
 * @param limitMilliCpu limit of CPU in the spec, 0 without one
 * @param resizing whether the kubelet has yet to make the limit of the spec the actual one
 */
public record ContainerInfo(String name, String id, long limitMilliCpu, boolean resizing) {

    /** A container without a limit of CPU. */
    public ContainerInfo(String name, String id) {
        this(name, id, 0, false);
    }
}
