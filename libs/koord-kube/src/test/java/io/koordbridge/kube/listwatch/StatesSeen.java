package io.koordbridge.kube.listwatch;

import io.koordbridge.api.device.Device;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers which states of objects came, by their versions. */
final class StatesSeen implements UpsertStore<Device> {

    private final List<String> versions = new CopyOnWriteArrayList<>();

    /** In the order in which they came. */
    List<String> versions() {
        return versions;
    }

    @Override
    public void put(Device object) {
        versions.add(object.getMetadata().getResourceVersion());
    }
}
