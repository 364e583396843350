package io.koordbridge.descheduler.watch;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes what changed. */
final class Noted implements ClusterListener {

    final List<String> changes = new CopyOnWriteArrayList<>();

    @Override
    public void onPod(PodFacts before, PodFacts after) {
        changes.add("pod " + name(before) + ">" + name(after));
    }

    private static String name(PodFacts pod) {
        return pod == null ? "-" : pod.ref().name();
    }

    @Override
    public void onPodsListing(boolean running) {
        // The pods say enough.
    }

    @Override
    public void onJob(String name) {
        changes.add("job " + name);
    }

    @Override
    public void onReservation(String name) {
        changes.add("reservation " + name);
    }

    @Override
    public void onNode(String name) {
        changes.add("node " + name);
    }
}
