package io.koordbridge.kube.feed;

import io.koordbridge.api.device.Device;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Remembers which states of objects came, by their versions. */
final class StatesSeen implements FeedSink<Device> {

    private final List<String> versions = new CopyOnWriteArrayList<>();

    /** In the order in which they came. */
    List<String> versions() {
        return versions;
    }

    @Override
    public void listing() {}

    @Override
    public void put(Device object) {
        versions.add(object.getMetadata().getResourceVersion());
    }

    @Override
    public void remove(@Nullable String namespace, String name) {}

    @Override
    public void listed() {}

    @Override
    public void unsupported() {}
}
