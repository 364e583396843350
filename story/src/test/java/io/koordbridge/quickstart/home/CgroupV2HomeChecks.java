package io.koordbridge.quickstart.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * What a home does on control groups version 2. A program, because a kernel that has them is often another one than the tests run
 * on. Writes one line for each check: PASS or FAIL, its name, and why; {@code DONE} at the end.
 */
public final class CgroupV2HomeChecks {

    private static final int CPUS = 2;
    private static final String POD = "kubepods/burstable/pod1/main";

    private final Path system;
    private final Path results;

    private CgroupV2HomeChecks(Path system, Path results) {
        this.system = system;
        this.results = results;
    }

    private interface Check {
        void run() throws IOException, InterruptedException;
    }

    /** Arguments: mount point of the hierarchy, file for the results. */
    public static void main(String[] args) throws IOException {
        CgroupV2HomeChecks checks = new CgroupV2HomeChecks(Path.of(args[0]), Path.of(args[1]));
        checks.check("a home without an owner of the root is a subtree of it", checks::choice);
        checks.check("a subtree holds processes, counts their CPU and limits it", checks::subtree);
        checks.check("a scope hands its controllers on", checks::scope);
        checks.write("DONE");
    }

    private void check(String name, Check check) throws IOException {
        try {
            check.run();
            write("PASS " + name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            write("FAIL " + name + ": " + e);
        }
    }

    private void write(String line) throws IOException {
        Files.writeString(results, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void require(boolean condition, Object seen) {
        if (!condition) {
            throw new IllegalStateException("seen: " + seen);
        }
    }

    private void choice() {
        CgroupHomes.Plan plan = CgroupHomes.plan(system, "plan", results.resolveSibling("work"), CPUS);

        require(plan.home().isPresent(), plan);
        require(plan.home().get().root().equals(system.resolve("plan")), plan);
        require(!Files.exists(system.resolve("plan")), "planning made it");
    }

    private void subtree() throws IOException, InterruptedException {
        holdsAndLimits(new CgroupV2Home(system.resolve("subtree"), Optional.empty(), CPUS));
        require(!Files.exists(system.resolve("subtree")), "the subtree is left");
    }

    /** A stand-in for systemd-run is on the PATH: it makes the scope's directory and becomes the program in it. */
    private void scope() throws IOException, InterruptedException {
        Path scope = system.resolve("system.slice/delegated.scope");
        SystemdScope systemd = new SystemdScope(system, "delegated");
        holdsAndLimits(CgroupV2Home.inScope(system, systemd, CPUS));
        require(!Files.exists(scope), "the scope is left");
    }

    private static void holdsAndLimits(CgroupHome home) throws IOException, InterruptedException {
        home.create();
        require(Files.readString(home.root().resolve("cpu.weight")).equals("200\n"), "another weight");
        home.make(POD);
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            home.place(busy.pid(), POD);
            String own = Files.readString(Path.of("/proc/" + busy.pid() + "/cgroup"));
            require(own.strip().endsWith("/" + POD), own);
            Files.writeString(home.limitFile("kubepods/burstable"), "20000 100000", StandardOpenOption.WRITE);
            OptionalLong before = home.cpuNanos("kubepods/burstable");
            busy.waitFor(2, TimeUnit.SECONDS);
            OptionalLong after = home.cpuNanos("kubepods/burstable");
            long millis = TimeUnit.NANOSECONDS.toMillis(after.orElseThrow() - before.orElseThrow());
            require(millis > 50 && millis < 1_000, millis + " ms of CPU in 2 s with a limit of 0.2 cores");
        } finally {
            home.close();
        }
        require(busy.waitFor(10, TimeUnit.SECONDS), "the process is left");
    }
}
