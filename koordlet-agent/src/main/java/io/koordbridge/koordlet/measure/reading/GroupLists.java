package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.PodInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Control groups below others. Groups of containers come and go with what is known of their pod, so a list of theirs is taken anew when that
 * changes and after one to two minutes, each at another time, so that no tick lists all. One thread.
 */
final class GroupLists {

    /** The kernel's answer to one listing is every file of the directory: it costs as much as many readings. */
    private static final Duration HELD = Duration.ofMinutes(1);

    private static final int SPREAD_SECONDS = 60;

    private final CgroupTree tree;
    /** By hierarchy, then by pod or group: nothing is made for a list that holds. */
    private final Map<String, Map<String, Listing>> known = new HashMap<>();

    private Instant sweptAt = Instant.MIN;

    private record Listing(Object of, Instant at, Instant until, List<String> groups) {
        boolean holds(Object now, Instant moment) {
            return of.equals(now) && !moment.isBefore(at) && moment.isBefore(until);
        }
    }

    GroupLists(CgroupTree tree) {
        this.tree = tree;
    }

    /** All groups below one, parents before their children; those directly below it as they are now. */
    List<String> below(Knob<?> knob, String dir, int depth, Instant now) {
        List<String> found = new ArrayList<>();
        for (String child : listed(knob, dir)) {
            found.add(child);
            if (depth > 1) {
                found.addAll(held(knob, child, "", now, () -> child));
            }
        }
        return found;
    }

    /** The groups directly below that of a pod. */
    List<String> ofPod(Knob<?> knob, PodInfo pod, Instant now) {
        return held(knob, pod.uid(), pod.containers(), now, () -> tree.paths().podDir(pod.kubeQos(), pod.uid()));
    }

    private List<String> listed(Knob<?> knob, String dir) {
        Path directory = tree.directory(knob.subsystem(), dir);
        return tree.files().exists(directory)
                ? tree.children(knob, dir).stream()
                        .map(name -> dir + "/" + name)
                        .toList()
                : List.of();
    }

    private List<String> held(Knob<?> knob, String key, Object of, Instant now, Supplier<String> dir) {
        sweep(now);
        Map<String, Listing> lists = known.computeIfAbsent(knob.subsystem(), one -> new HashMap<>());
        Listing before = lists.get(key);
        if (before != null && before.holds(of, now)) {
            return before.groups();
        }
        Instant until = now.plus(HELD).plusSeconds(Math.floorMod(key.hashCode(), SPREAD_SECONDS));
        List<String> groups = listed(knob, dir.get());
        lists.put(key, new Listing(of, now, until, groups));
        return groups;
    }

    private void sweep(Instant now) {
        if (now.isBefore(sweptAt) || now.isAfter(sweptAt.plus(HELD))) {
            known.values()
                    .forEach(lists -> lists.values()
                            .removeIf(one -> one.until().plus(HELD).isBefore(now)));
            sweptAt = now;
        }
    }
}
