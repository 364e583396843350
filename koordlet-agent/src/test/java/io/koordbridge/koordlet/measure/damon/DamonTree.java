package io.koordbridge.koordlet.measure.damon;

import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.ForwardingFiles;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files of DAMON in sysfs, with what writes to them make, as the kernel documents it. */
final class DamonTree extends ForwardingFiles {

    static final Path SYS = Path.of("/sys");
    static final String ROOT = "/sys/kernel/mm/damon/admin/kdamonds/";
    private static final String SCHEME = "0/contexts/0/schemes/0/";

    final FakeCgroupTree tree;
    final List<String> writes = new ArrayList<>();
    /** Bytes in use of each region that is found cold. */
    List<String> regions = List.of();
    /** The file whose value is refused. */
    String refused = "none";

    boolean tellsMemoryInUse = true;

    DamonTree() {
        this(new FakeCgroupTree());
    }

    private DamonTree(FakeCgroupTree tree) {
        super(tree);
        this.tree = tree;
        tree.put(ROOT + "nr_kdamonds", "0\n");
    }

    String value(String file) throws IOException {
        return read(Path.of(ROOT + file)).strip();
    }

    @Override
    public void write(Path file, String value) throws IOException {
        String name = Path.of(ROOT).relativize(file).toString();
        if (name.endsWith(refused)) {
            throw new IOException("Invalid argument");
        }
        writes.add(name + " " + value);
        if (!exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        switch (name) {
            case "nr_kdamonds" -> count(value);
            case "0/state" -> state(value);
            default -> {
                put(name, value);
                make(name, value);
            }
        }
    }

    private void count(String value) throws IOException {
        if (exists(Path.of(ROOT + "0/state")) && value("0/state").equals("on")) {
            throw new IOException("Device or resource busy");
        }
        put("nr_kdamonds", value);
        if (value.equals("1")) {
            put("0/state", "off");
            put("0/contexts/nr_contexts", "0");
        } else {
            for (String name : names()) {
                tree.take(ROOT + name);
            }
        }
    }

    /** All that a kdamond may have here. */
    private List<String> names() {
        List<String> all = new ArrayList<>(List.of("0/state", "0/contexts/nr_contexts"));
        String context = "0/contexts/0/";
        for (String one : List.of(
                "operations",
                "monitoring_attrs/intervals/sample_us",
                "monitoring_attrs/intervals/aggr_us",
                "targets/nr_targets",
                "targets/0/regions/nr_regions",
                "targets/0/regions/0/start",
                "targets/0/regions/0/end",
                "targets/0/regions/1/start",
                "targets/0/regions/1/end",
                "schemes/nr_schemes",
                "schemes/0/action",
                "schemes/0/access_pattern/sz/max",
                "schemes/0/access_pattern/nr_accesses/max",
                "schemes/0/access_pattern/age/min",
                "schemes/0/access_pattern/age/max",
                "schemes/0/stats/sz_ops_filter_passed",
                "schemes/0/filters/nr_filters")) {
            all.add(context + one);
        }
        return all;
    }

    private void make(String name, String value) {
        String parent = name.substring(0, name.lastIndexOf('/') + 1);
        int many = value.matches("\\d{1,3}") ? Integer.parseInt(value) : 0;
        for (int i = 0; i < many; i++) {
            String at = parent + i + "/";
            if (name.endsWith("nr_contexts")) {
                zeros(at, "operations", "monitoring_attrs/intervals/sample_us", "monitoring_attrs/intervals/aggr_us");
                zeros(at, "targets/nr_targets", "schemes/nr_schemes");
            } else if (name.endsWith("nr_targets")) {
                zeros(at, "regions/nr_regions");
            } else if (name.endsWith("nr_regions")) {
                zeros(at, "start", "end");
            } else if (name.endsWith("nr_schemes")) {
                zeros(at, "action", "access_pattern/sz/max", "access_pattern/nr_accesses/max");
                zeros(at, "access_pattern/age/min", "access_pattern/age/max", "filters/nr_filters");
                if (tellsMemoryInUse) {
                    zeros(at, "stats/sz_ops_filter_passed");
                }
            } else if (name.endsWith("nr_filters")) {
                zeros(at, "type", "matching", "allow");
            }
        }
    }

    private void zeros(String at, String... names) {
        for (String name : names) {
            put(at + name, "0");
        }
    }

    private void state(String value) {
        switch (value) {
            case "update_schemes_tried_regions" -> {
                for (int i = 0; i < regions.size(); i++) {
                    put(SCHEME + "tried_regions/" + i + "/sz_filter_passed", regions.get(i));
                }
            }
            case "clear_schemes_tried_regions" -> {
                for (int i = 0; i < regions.size(); i++) {
                    tree.take(ROOT + SCHEME + "tried_regions/" + i + "/sz_filter_passed");
                }
            }
            default -> put("0/state", value);
        }
    }

    void put(String name, String value) {
        tree.put(ROOT + name, value + "\n");
    }
}
