package io.koordbridge.koordlet.qos.rdt;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.measure.reading.Fact;
import io.koordbridge.koordlet.measure.reading.Need;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Reads what the processor offers. All of it is long on a large machine, so it is read once a minute, and only where it is asked for. */
final class RdtMachineReader {

    /** What a strategy asks for. */
    static final Need<RdtMachine> MACHINE =
            Need.fact(new Fact<>("resctrl", Duration.ofMinutes(1), RdtMachineReader::read));

    private RdtMachineReader() {}

    static RdtMachine read(CgroupTree tree) {
        String cpuinfo = text(tree, Trees.Kind.PROCESS, "cpuinfo");
        List<String> flags = List.of(field(cpuinfo, "flags").split("\\s+", -1));
        return new RdtMachine(
                flags.contains("cat_l3") && flags.contains("mba"),
                field(cpuinfo, "vendor_id"),
                text(tree, Trees.Kind.RESCTRL, "info/L3/cbm_mask"),
                schemata(text(tree, Trees.Kind.RESCTRL, "schemata")));
    }

    private static Schemata schemata(String text) {
        try {
            return Schemata.parse(text);
        } catch (IllegalArgumentException e) {
            return Schemata.NONE;
        }
    }

    private static String field(String cpuinfo, String name) {
        return cpuinfo.lines()
                .filter(line -> line.startsWith(name) && line.indexOf(':') > 0)
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElse("");
    }

    private static String text(CgroupTree tree, Trees.Kind kind, String file) {
        try {
            return tree.top(kind).isEmpty()
                    ? ""
                    : tree.files().read(tree.top(kind).get().resolve(file)).strip();
        } catch (IOException e) {
            // The kernel has no such file: nothing is offered.
            return "";
        }
    }
}
