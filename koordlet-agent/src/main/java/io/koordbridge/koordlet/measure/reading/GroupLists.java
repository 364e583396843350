package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Control groups below others. Groups of containers come and go with what is known of their pod, so a list of theirs is taken anew when that
 * changes and every ten to twenty seconds, each at a time of its own, so that no tick lists all. One thread.
 */
final class GroupLists {

    private static final Duration HELD = Duration.ofSeconds(10);
    private static final int SPREAD_SECONDS = 10;

    private final CgroupTree tree;
    private final Map<Path, Listing> known = new HashMap<>();
    private Instant sweptAt = Instant.MIN;

    private record Listing(Object of, Instant at, Instant until, List<String> names) {
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
        for (String name : listed(knob, dir)) {
            String child = dir + "/" + name;
            found.add(child);
            if (depth > 1) {
                held(knob, child, "", now).forEach(one -> found.add(child + "/" + one));
            }
        }
        return found;
    }

    /**
     * The groups directly below that of a pod.
     *
     * @param of what is known of the pod
     */
    List<String> ofPod(Knob<?> knob, String dir, Object of, Instant now) {
        return held(knob, dir, of, now).stream().map(name -> dir + "/" + name).toList();
    }

    private List<String> listed(Knob<?> knob, String dir) {
        Path directory = tree.directory(knob.subsystem(), dir);
        return tree.files().exists(directory) ? tree.children(knob, dir) : List.of();
    }

    private List<String> held(Knob<?> knob, String dir, Object of, Instant now) {
        sweep(now);
        Path key = tree.directory(knob.subsystem(), dir);
        Listing before = known.get(key);
        if (before != null && before.holds(of, now)) {
            return before.names();
        }
        Instant until = now.plus(HELD).plusSeconds(Math.floorMod(dir.hashCode(), SPREAD_SECONDS));
        List<String> names = listed(knob, dir);
        known.put(key, new Listing(of, now, until, names));
        return names;
    }

    private void sweep(Instant now) {
        if (now.isBefore(sweptAt) || now.isAfter(sweptAt.plus(HELD))) {
            known.values().removeIf(one -> one.until().plus(HELD).isBefore(now));
            sweptAt = now;
        }
    }
}
