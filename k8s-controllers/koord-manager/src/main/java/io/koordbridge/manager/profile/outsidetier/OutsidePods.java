package io.koordbridge.manager.profile.outsidetier;

import io.koordbridge.protocol.KubeQos;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pods that are outside the tier now, up to a number; all others are forgotten. Thread-safe. */
final class OutsidePods {

    /** Pods that are kept. */
    static final int CAPACITY = 10_000;

    private final Map<String, OutsidePod> pods = new LinkedHashMap<>();
    private final Set<String> reported = new LinkedHashSet<>();

    synchronized void put(OutsidePod pod) {
        if (pods.size() < CAPACITY || pods.containsKey(pod.key())) {
            pods.put(pod.key(), pod);
        }
    }

    synchronized void forget(String namespace, String name) {
        if (!pods.isEmpty()) {
            pods.remove(namespace + "/" + name);
        }
    }

    /** All pods that exist are about to be seen again. */
    synchronized void forgetAll() {
        pods.clear();
    }

    /** Takes up to a number of pods that were not reported; they count as reported then. */
    synchronized List<OutsidePod> takeUnreported(int most) {
        List<OutsidePod> taken = new ArrayList<>();
        for (OutsidePod pod : pods.values()) {
            if (taken.size() == most) {
                break;
            }
            if (reported.add(pod.uid())) {
                taken.add(pod);
            }
        }
        while (reported.size() > CAPACITY) {
            reported.remove(reported.iterator().next());
        }
        return taken;
    }

    synchronized int count(KubeQos qos) {
        return (int) pods.values().stream().filter(pod -> pod.qos() == qos).count();
    }

    /** How many there are, and the names of some. */
    synchronized OutsideTier summary(int named) {
        return new OutsideTier(pods.size(), pods.keySet().stream().limit(named).toList());
    }
}
