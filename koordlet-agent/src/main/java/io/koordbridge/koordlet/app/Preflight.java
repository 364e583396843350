package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupNames;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.kubelet.Kubelet;
import io.koordbridge.koordlet.kubelet.KubeletAddress;
import io.koordbridge.koordlet.lastknown.LastKnownFile;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.topology.Processors;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.protocol.KubeQos;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the machine allows, in a few lines. Writes nothing. */
final class Preflight {

    /** No API server is asked, so that only the usual one can be. */
    private static final KubeletAddress KUBELET = new KubeletAddress("127.0.0.1", 10_250);

    private Preflight() {}

    /** Prints, and answers 0 when the agent could do all of its work here, 1 when not. */
    static int print(KoordletConfig config, Machine machine, PrintWriter out) {
        Path root = machine.tree().root();
        out.println("cgroup root      " + root);
        out.println("cgroup version   " + machine.tree().version());
        CgroupNames names = machine.tree().paths().names();
        out.println("cgroup driver    " + names.driver());
        out.println("kubelet's root   /" + names.root());
        if (machine.tree().version() == CgroupVersion.V1) {
            out.println("hierarchies      " + String.join(" ", machine.hierarchies()));
        }
        out.println("kubelet          "
                + new Kubelet(config.kubernetes().kubelet(), new MetricRegistry(), problem -> {}).certificate(KUBELET));
        String tier = machine.tree().paths().bestEffortDir();
        boolean exists = Files.isDirectory(machine.tree().directory("cpu", tier));
        out.println("best-effort tier " + tier + (exists ? " (exists)" : " (would be made)"));
        Path sys = Path.of(config.roots().sys());
        int cpus = new Processors(machine.files(), sys).read().size();
        out.println("logical CPUs     " + (cpus == 0 ? "unknown" : cpus));
        Optional<String> groups = podGroups(config, machine);
        out.println("mode             " + mode(machine, groups));
        Stream.concat(machine.obstacles().stream(), groups.stream())
                .forEach(reason -> out.println("  because " + reason));
        TakenFile record = new TakenFile(Path.of(config.audit().directory()));
        record.read(problem -> out.println("  " + problem))
                .forEach(one -> out.println("held             " + one.knob() + " of " + one.group() + " by "
                        + one.owner() + "; koordlet --release gives it back"));
        Path known = Path.of(config.audit().directory());
        List<String> system = SystemPods.inTier(new LastKnownFile(known, problem -> out.println("  " + problem))
                .read()
                .pods());
        if (!system.isEmpty()) {
            out.println("system pods      " + SystemPods.advice(system));
        }
        boolean measures = measures(config, machine, out);
        machine.tree().reach(Trees.below(Path.of(config.roots().proc()), sys));
        Features features = new Features(config, machine);
        Ground ground = new Ground(machine.tree(), cpus, sys);
        features.notes(ground).forEach(out::println);
        features.list(ground).forEach(one -> out.println(one.line()));
        out.flush();
        boolean all = !machine.observesOnly() && groups.isEmpty() && measures && cpus > 0;
        return all ? KoordletMain.OK : KoordletMain.FAILED;
    }

    private static String mode(Machine machine, Optional<String> groups) {
        if (machine.observesOnly()) {
            return "observe-only";
        }
        return groups.isPresent() ? "not enforcing" : "enforcing";
    }

    /** The kubelet has a directory for each of its pods; where it can be listed, one of them must have a control group as we name it. */
    private static Optional<String> podGroups(KoordletConfig config, Machine machine) {
        Path pods = Path.of(config.kubernetes().kubelet().directory(), "pods");
        List<String> uids = machine.files().directories(pods);
        boolean found = uids.isEmpty()
                || uids.stream()
                        .anyMatch(uid -> Stream.of(KubeQos.values())
                                .map(qos -> machine.tree().paths().podDir(qos, uid))
                                .anyMatch(dir ->
                                        machine.files().exists(machine.tree().directory("cpu", dir))));
        return found
                ? Optional.empty()
                : Optional.of(uids.size() + " pods in " + pods + ", and no control group of any of them in "
                        + machine.tree().directory("cpu", machine.tree().paths().qosDir(KubeQos.GUARANTEED))
                        + "; set tier.cgroupRoot and tier.driver as the kubelet has them");
    }

    private static boolean measures(KoordletConfig config, Machine machine, PrintWriter out) {
        HostProc proc = new HostProc(machine.files(), Path.of(config.roots().proc()));
        try {
            proc.activeTicks(Instant.EPOCH);
            proc.memory();
            out.println("usage            can be read");
            return true;
        } catch (IOException e) {
            out.println("usage            cannot be read, nothing would be measured: " + FileErrorFormatter.of(e));
            return false;
        }
    }
}
