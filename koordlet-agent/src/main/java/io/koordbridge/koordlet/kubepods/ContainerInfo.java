package io.koordbridge.koordlet.kubepods;

/**
 * A container that has a control group.
 *
 * @param id {@code <runtime>://<id>}
 */
public record ContainerInfo(String name, String id) {}
