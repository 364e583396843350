package io.koordbridge.koordlet.qos.rdt;

import io.koordbridge.api.slo.ResctrlQos;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.strategy.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What one tick wants: groups first, then their shares, then their threads. */
final class RdtPlan {

    private final NodeSnapshot snapshot;
    private final RdtMachine machine;
    private final RdtMemory memory;
    private final List<Need<List<Long>>> threads;
    private final List<Intent> groups = new ArrayList<>();
    private final Map<Intent.Target, Intent> lines = new LinkedHashMap<>();
    private final List<Intent> members = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    RdtPlan(NodeSnapshot snapshot, RdtMachine machine, RdtMemory memory, List<Need<List<Long>>> threads) {
        this.snapshot = snapshot;
        this.machine = machine;
        this.memory = memory;
        this.threads = threads;
    }

    /** Groups of classes. One that is off gets neutral shares where its group is there, and no group otherwise. */
    void classes(Set<RdtClass> on) {
        for (RdtClass one : RdtClass.values()) {
            Schemata held = snapshot.readings().of(one.held()).orElse(null);
            boolean isOn = on.contains(one);
            if (isOn) {
                groups.add(Intent.directory(RdtKnobs.GROUP, one.name(), true, RdtStrategy.NAME));
            }
            if (!on.isEmpty() && (isOn || held != null)) {
                snapshot.slo()
                        .present()
                        .flatMap(NodeSlo::qos)
                        .flatMap(one::settings)
                        .ifPresent(settings -> shares(one, settings, held == null ? machine.caches() : held));
            }
        }
        for (RdtClass one : on) {
            Set<Long> ids = new TreeSet<>();
            for (PodInfo pod : snapshot.cluster().pods()) {
                boolean byClass = pod.overrides().get(PodShares.OF_POD).isEmpty();
                if (!pod.finished() && byClass && one.pods().contains(pod.qos())) {
                    ids.addAll(threadsOf(pod));
                }
            }
            members(one.name(), ids);
        }
    }

    private void shares(RdtClass one, ResctrlQos settings, Schemata held) {
        String where = "NodeSLO: resourceQOSStrategy." + one.field() + ".resctrlQOS: ";
        if (held.cacheIds().size() != machine.caches().cacheIds().size()) {
            problems.add("resctrl: group " + one + " has " + held.cacheIds().size() + " caches, the node "
                    + machine.caches().cacheIds().size() + "; its shares stay");
            keep(one.name(), Schemata.L3);
            keep(one.name(), Schemata.MB);
            return;
        }
        Long start = settings.catRangeStartPercent();
        Long end = settings.catRangeEndPercent();
        String mask = start == null || end == null ? "" : mask(where, start, end);
        line(one.name(), Schemata.L3, Schemata.line(Schemata.L3, held.cacheIds(), mask));
        String bandwidth = Shares.bandwidth(machine.vendor(), settings.mbaPercent());
        if (bandwidth.isEmpty() && settings.mbaPercent() != null) {
            problems.add(where + "mbaPercent = " + settings.mbaPercent() + ": want 1 to 100; the share stays");
        }
        line(one.name(), Schemata.MB, Schemata.line(Schemata.MB, held.bandwidthIds(), bandwidth));
    }

    /** Empty for a mask that no kernel takes. */
    private String mask(String where, long start, long end) {
        try {
            String mask = Shares.mask(machine.mask(), start, end);
            if (!mask.equals("0")) {
                return mask;
            }
            problems.add(where + "range " + start + " to " + end + ": want at least one of the ways '" + machine.mask()
                    + "' in it; the share stays");
        } catch (IllegalArgumentException e) {
            problems.add(where + e.getMessage() + "; the share stays");
        }
        return "";
    }

    private void line(String group, String begin, String line) {
        if (line.isEmpty()) {
            keep(group, begin);
        } else {
            Intent intent = Intent.line(RdtKnobs.SCHEMATA, group, begin, line, RdtStrategy.NAME);
            lines.put(intent.target(), intent);
        }
    }

    private void keep(String group, String begin) {
        Intent.Target target = Intent.line(RdtKnobs.SCHEMATA, group, begin, begin, RdtStrategy.NAME)
                .target();
        Intent before = memory.lines().get(target);
        if (before != null) {
            lines.put(target, before);
        }
    }

    /** The group of a pod that asks for one. */
    void pod(PodInfo pod) {
        PodShares asked = pod.overrides().get(PodShares.OF_POD).orElseThrow();
        String group = group(pod.uid());
        List<String> bad = new ArrayList<>();
        Map<String, String> wanted = asked.lines(machine, machine.caches().cacheIds(), bad);
        bad.forEach(problem -> problems.add("Pod/" + pod.fullName() + ": annotation " + PodShares.OF_POD.annotation()
                + ": " + problem + "; the resource is not shared out"));
        if (!wanted.isEmpty()) {
            groups.add(Intent.directory(RdtKnobs.GROUP, group, true, RdtStrategy.NAME));
            wanted.forEach((begin, line) -> line(group, begin, line));
            members(group, new TreeSet<>(threadsOf(pod)));
        }
    }

    /** Name of the group of a pod. */
    static String group(String uid) {
        return "koordlet-" + uid;
    }

    private Collection<Long> threadsOf(PodInfo pod) {
        List<Long> ids = new ArrayList<>();
        for (Need<List<Long>> need : threads) {
            snapshot.readings().of(need, pod).ifPresent(ids::addAll);
            for (ContainerInfo container : pod.containers()) {
                snapshot.readings().of(need, container).ifPresent(ids::addAll);
            }
        }
        return ids;
    }

    private void members(String group, Set<Long> ids) {
        ids.forEach(id -> members.add(Intent.member(RdtKnobs.TASKS, group, id, RdtStrategy.NAME)));
    }

    Step<RdtMemory> step() {
        List<Intent> all = new ArrayList<>(groups);
        all.addAll(lines.values());
        all.addAll(members);
        RdtMemory next = new RdtMemory(lines, groups.size(), members.size(), false);
        return Step.exactly(next, List.of(all), "shares", problems);
    }
}
