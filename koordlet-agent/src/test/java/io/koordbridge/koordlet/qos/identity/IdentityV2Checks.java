package io.koordbridge.koordlet.qos.identity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.qos.coresched.SchedCore;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Identities on a stock kernel with control groups version 2. A program, because such a kernel is often another one than the tests run on.
 * Writes one line for each check: PASS or FAIL, its name, and why.
 */
public final class IdentityV2Checks {

    private static final String TIER = "kubepods/besteffort";
    private static final String BACKUP = "host-best-effort/backup";
    private static final List<String> GROUPS = List.of("kubepods", TIER, "host-best-effort", BACKUP);

    private final Path results;
    private final CgroupTree tree;
    private final Undo undo;
    private final CgroupExecutor writer;
    private final ReadingsReader readings;
    private final WeightStrategy strategy = new WeightStrategy();
    private final NodeSlo slo;

    private interface Check {
        void run() throws IOException;
    }

    private IdentityV2Checks(Path root, Path results) throws IOException {
        this.results = results;
        tree = new CgroupTree(root, CgroupVersion.V2, CgroupDriver.CGROUPFS, new HostFiles());
        undo = new Undo(
                tree,
                new TakenFile(Files.createTempDirectory("taken")),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {},
                problem -> {});
        writer = new CgroupExecutor(tree, undo, Clock.systemUTC(), false);
        readings = new ReadingsReader(
                new CgroupReader(tree), new SampleStore(StoreLimits.DEFAULT), Duration.ofSeconds(1), problem -> {});
        ObjectNode spec = Json.MAPPER.createObjectNode();
        spec.set("resourceQOSStrategy", Json.MAPPER.readTree("{\"beClass\": {\"cpuQOS\": {\"enable\": true}}}"));
        spec.set("hostApplications", Json.MAPPER.readTree("[{\"name\": \"backup\", \"qos\": \"BE\"}]"));
        slo = NodeSlo.of(Json.as(spec, NodeSloSpec.class), null, problem -> {});
    }

    /**
     * Runs all checks.
     *
     * @param args mount point of the hierarchy, file for the results
     */
    public static void main(String[] args) throws IOException {
        IdentityV2Checks checks = new IdentityV2Checks(Path.of(args[0]), Path.of(args[1]));
        checks.check("groups are made", checks::make);
        checks.check("best-effort work gets the least weight and back what it had", checks::weights);
        checks.check("an idle tier takes no weight and is named", checks::idle);
        checks.check("the kernel has no core scheduling and says so", checks::core);
        checks.check("what was made is removed again", checks::remove);
    }

    private void line(String text) throws IOException {
        Files.writeString(results, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void check(String name, Check check) throws IOException {
        try {
            check.run();
            line("PASS " + name);
        } catch (IOException | RuntimeException | AssertionError e) {
            line("FAIL " + name + ": " + e);
        }
    }

    private static void same(Object wanted, Object got) {
        if (!Objects.equals(wanted, got)) {
            throw new AssertionError("wanted " + wanted + " but got " + got);
        }
    }

    private Path file(String group, String name) {
        return tree.root().resolve(group).resolve(name);
    }

    private void make() throws IOException {
        for (String group : GROUPS) {
            Path parent = Objects.requireNonNull(tree.root().resolve(group).getParent());
            tree.files().write(parent.resolve("cgroup.subtree_control"), "+cpu");
            if (!Files.exists(tree.root().resolve(group))) {
                tree.files().makeDirectory(tree.root().resolve(group));
            }
        }
    }

    private Map<String, String> weightsNow() throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (String group : GROUPS) {
            found.put(group, tree.files().read(file(group, "cpu.weight")).strip());
        }
        return found;
    }

    private Step<Integer> tick() {
        Instant now = Instant.now();
        NodeSnapshot bare = new NodeSnapshot(
                new Tick(1, now, Tick.Cause.TIMER),
                NodeView.UNKNOWN,
                SloInForce.UNKNOWN.next(Optional.of(slo), true, true, false, now),
                List.of(),
                TierReading.of(new CgroupReader(tree)),
                Optional.empty(),
                tree.paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
        Step<Integer> step = strategy.step(bare.with(readings.read(strategy.needs(bare.slo()), List.of(), now)), 0);
        same(Set.of(), writer.carryOut(step.levels()));
        return step;
    }

    private void weights() throws IOException {
        tree.files().write(file(TIER, "cpu.weight"), "100");
        Map<String, String> before = weightsNow();
        same("least-weight", tick().reason());
        Map<String, String> wanted = new TreeMap<>(before);
        List.of(TIER, "host-best-effort", BACKUP).forEach(group -> wanted.put(group, "1"));
        same(wanted, weightsNow());
        undo.release(writer, owner -> true);
        same(before, weightsNow());
    }

    private void idle() throws IOException {
        tree.files().write(file(TIER, "cpu.idle"), "1");
        Map<String, String> before = weightsNow();
        String refusal = "";
        try {
            tree.files().write(file(TIER, "cpu.weight"), "1");
        } catch (IOException e) {
            refusal = String.valueOf(e.getMessage());
        }
        same(true, refusal.contains("Invalid argument"));
        same(1, tick().problems().size());
        undo.release(writer, owner -> true);
        same(before, weightsNow());
        tree.files().write(file(TIER, "cpu.idle"), "0");
        same("100", weightsNow().get(TIER));
        same(0, tick().problems().size());
        same("1", weightsNow().get(TIER));
        same(true, tree.supports(Knob.CPU_IDLE, TIER));
    }

    private void remove() throws IOException {
        for (String group : List.of(BACKUP, "host-best-effort", TIER, "kubepods")) {
            tree.files().removeDirectory(tree.root().resolve(group));
        }
        tree.files().write(tree.root().resolve("cgroup.subtree_control"), "-cpu");
    }

    private void core() {
        same(true, SchedCore.missing().filter(why -> why.contains("EINVAL")).isPresent());
    }
}
