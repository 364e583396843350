package io.koordbridge.koordlet.measure.damon;

import io.koordbridge.koordlet.cgroup.CgroupFiles;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernel thread that watches the memory of the machine for this agent, and changes nothing of it. It exists where no other does; one that
 * another process of the agent left behind is known by its settings, which are those of no other program. One thread.
 */
public final class Kdamond {

    private static final Logger LOG = LoggerFactory.getLogger(Kdamond.class);

    private static final String COUNT = "nr_kdamonds";
    private static final String STATE = "0/state";
    private static final String CONTEXT = "0/contexts/0/";
    private static final String SCHEME = CONTEXT + "schemes/0/";
    private static final String TRIED = SCHEME + "tried_regions";
    /** Of kernels that say how much of a region is memory in use: 6.14 and later. */
    private static final String IN_USE = SCHEME + "stats/sz_ops_filter_passed";

    /** Five minutes of aggregations: what kidled calls cold. */
    private static final String COLD_AGE = "150";

    private static final String SAMPLE_MICROS = "100003";
    private static final String AGGREGATION_MICROS = "2000060";

    /** By what one of ours is known. */
    private static final Map<String, String> OURS = Map.of(
            "0/contexts/nr_contexts",
            "1",
            CONTEXT + "operations",
            "paddr",
            CONTEXT + "monitoring_attrs/intervals/sample_us",
            SAMPLE_MICROS,
            CONTEXT + "monitoring_attrs/intervals/aggr_us",
            AGGREGATION_MICROS,
            CONTEXT + "schemes/nr_schemes",
            "1",
            SCHEME + "action",
            "stat",
            SCHEME + "access_pattern/age/min",
            COLD_AGE);

    private final CgroupFiles files;
    private final Path root;

    /**
     * Nothing is started.
     *
     * @param sys where sysfs is mounted
     */
    public Kdamond(CgroupFiles files, Path sys) {
        this.files = files;
        this.root = sys.resolve("kernel/mm/damon/admin/kdamonds");
    }

    /** Why none can be started; empty when one can, and when ours runs. */
    public Optional<String> obstacle() {
        try {
            String count = read(COUNT);
            return count.equals("0") || isOurs()
                    ? Optional.empty()
                    : Optional.of("a kdamond of another owner exists (" + root.resolve(COUNT) + " is " + count + ")");
        } catch (NoSuchFileException e) {
            return Optional.of("no " + root.resolve(COUNT) + ", which kernels with CONFIG_DAMON_SYSFS have");
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Whether the only one is ours. */
    boolean isOurs() throws IOException {
        if (!read(COUNT).equals("1")) {
            return false;
        }
        for (Map.Entry<String, String> setting : OURS.entrySet()) {
            if (!holds(setting.getKey(), setting.getValue())) {
                return false;
            }
        }
        return true;
    }

    private boolean holds(String file, String value) throws IOException {
        try {
            return read(file).equals(value);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Whether ours runs now. */
    boolean runs() throws IOException {
        return isOurs() && read(STATE).equals("on");
    }

    /**
     * Makes it and starts it; nothing of it stays when that fails.
     *
     * @param memory ranges to watch
     * @throws IOException when the kernel refuses, or does not say which memory is in use
     */
    void start(List<PhysicalMemory.Range> memory) throws IOException {
        if (!read(COUNT).equals("0")) {
            throw new IOException(obstacle().orElse("a kdamond of ours exists"));
        }
        try {
            write(COUNT, "1");
            for (Map.Entry<String, String> setting : settings(memory).entrySet()) {
                write(setting.getKey(), setting.getValue());
            }
            if (!files.exists(root.resolve(IN_USE))) {
                throw new IOException(
                        "this kernel's DAMON does not say how much of a region is in use, 6.14 and later do");
            }
            write(STATE, "on");
            LOG.info("watches for cold memory, kdamond={}", root.resolve("0"));
        } catch (IOException e) {
            remove();
            throw e;
        }
    }

    /** In their order: what is written makes the directories of the next. */
    private static Map<String, String> settings(List<PhysicalMemory.Range> memory) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("0/contexts/nr_contexts", "1");
        all.put(CONTEXT + "operations", "paddr");
        all.put(CONTEXT + "monitoring_attrs/intervals/sample_us", SAMPLE_MICROS);
        all.put(CONTEXT + "monitoring_attrs/intervals/aggr_us", AGGREGATION_MICROS);
        all.put(CONTEXT + "targets/nr_targets", "1");
        String regions = CONTEXT + "targets/0/regions/";
        all.put(regions + "nr_regions", String.valueOf(memory.size()));
        for (int i = 0; i < memory.size(); i++) {
            all.put(regions + i + "/start", memory.get(i).start());
            all.put(regions + i + "/end", memory.get(i).end());
        }
        all.put(CONTEXT + "schemes/nr_schemes", "1");
        all.put(SCHEME + "action", "stat");
        all.put(SCHEME + "access_pattern/sz/max", "18446744073709551615");
        all.put(SCHEME + "access_pattern/nr_accesses/max", "0");
        all.put(SCHEME + "access_pattern/age/min", COLD_AGE);
        all.put(SCHEME + "access_pattern/age/max", "4294967295");
        // Both together let every page in use pass, and only those have a kind.
        all.put(SCHEME + "filters/nr_filters", "2");
        filter(all, 0, "Y");
        filter(all, 1, "N");
        return all;
    }

    private static void filter(Map<String, String> all, int number, String anonymous) {
        String filter = SCHEME + "filters/" + number + "/";
        all.put(filter + "type", "anon");
        all.put(filter + "matching", anonymous);
        all.put(filter + "allow", "Y");
    }

    /** Bytes in use that nothing touched for five minutes. Waits for the kernel's next look, some seconds at most. */
    long coldBytes() throws IOException {
        write(STATE, "update_schemes_tried_regions");
        long bytes = 0;
        for (String region : files.directories(root.resolve(TRIED))) {
            Path file = root.resolve(TRIED).resolve(region).resolve("sz_filter_passed");
            bytes += number(file, files.read(file).strip());
        }
        write(STATE, "clear_schemes_tried_regions");
        return bytes;
    }

    private static long number(Path file, String text) throws IOException {
        try {
            return Math.max(0, Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new IOException(file + ": '" + text + "' is no number", e);
        }
    }

    /** Ends ours, also one that another process of the agent left behind; any other stays. Whether there was one. */
    public boolean end() throws IOException {
        try {
            if (!isOurs()) {
                return false;
            }
        } catch (NoSuchFileException e) {
            return false;
        }
        remove();
        LOG.info("watches for cold memory no more");
        return true;
    }

    private void remove() throws IOException {
        if (holds(STATE, "on")) {
            write(STATE, "off");
        }
        write(COUNT, "0");
    }

    private String read(String file) throws IOException {
        return files.read(root.resolve(file)).strip();
    }

    private void write(String file, String value) throws IOException {
        try {
            files.write(root.resolve(file), value);
        } catch (IOException e) {
            throw new IOException(root.resolve(file) + ": '" + value + "' is not taken: " + e.getMessage(), e);
        }
    }
}
