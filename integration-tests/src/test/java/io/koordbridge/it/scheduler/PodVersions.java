package io.koordbridge.it.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;

/** Collects each version of each pod. */
record PodVersions(List<Pod> versions) implements Watcher<Pod> {

    @Override
    public void eventReceived(Action action, Pod pod) {
        versions.add(pod);
    }

    @Override
    public void onClose(WatcherException cause) {
        // The test ends by what it has collected.
    }
}
