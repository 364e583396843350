package io.koordbridge.copilot.decommission;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.cgroup.CgroupConfig;
import io.koordbridge.copilot.cgroup.CgroupPlacer;
import io.koordbridge.copilot.health.Degradation;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.ContainerMarks;
import io.koordbridge.copilot.node.NodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals to real processes that look like executors: shells under the name of java, started by shells as a NodeManager starts them. */
class RealProcessTest {
    private static final String BACKEND = "org.apache.spark.executor.YarnCoarseGrainedExecutorBackend";
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path directory;

    private final List<Process> started = new ArrayList<>();
    private final ContainerMarks marks = new ContainerMarks();
    private final Degradation degradation = new Degradation();
    private final Decommission decommission = new Decommission(
            DecommissionSignal.of("PWR"),
            new CgroupPlacer(new CgroupConfig(false, Path.of("/none"), "none", List.of(), 1, 0), degradation),
            ids -> {},
            marks,
            degradation);

    @AfterEach
    void stop() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** The shell of a container; it has the name of the class in its arguments, and a handler that nothing may set off. */
    private ContainerFacts container(String name, String trap) throws Exception {
        Path home = Files.createDirectory(directory.resolve(name));
        Files.writeString(home.resolve(BACKEND), trap + "\ntouch ready\nwhile :; do sleep 0.2; done\n");
        String launch = "trap 'touch shell-got' PWR; (exec -a java bash " + BACKEND + "); touch ended";
        Process shell = new ProcessBuilder("bash", "-c", launch)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("out").toFile())
                .start();
        started.add(shell);
        await(() -> Files.exists(home.resolve("ready")));
        return ContainerFacts.of(name)
                .size(1, 1024)
                .process(Long.toString(shell.pid()), java.util.Map.of())
                .build();
    }

    private static void await(BooleanSupplier condition) throws TimeoutException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new TimeoutException();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private void shrinkToNothing(ContainerFacts... containers) throws IOException {
        decommission.order(0, 0, 0, true);
        decommission.round(List.of(containers), new NodeFacts.Amount(0, 0), 1);
    }

    @Test
    void onlyTheOneWithAHandlerIsSignalledAndItsShellIsNot() throws Exception {
        ContainerFacts with = container("with", "trap 'touch got' PWR");
        ContainerFacts without = container("without", "true");
        ContainerFacts ignores = container("ignores", "trap '' PWR");

        shrinkToNothing(with, without, ignores);
        await(() -> Files.exists(directory.resolve("with/got")));

        assertThat(marks.leavingSince("with")).isEqualTo(1);
        assertThat(marks.leavingSince("without")).isZero();
        assertThat(marks.leavingSince("ignores")).isZero();
        assertThat(decommission.counts().sent()).isEqualTo(1);
        assertThat(decommission.counts().noHandler()).isEqualTo(2);
        assertThat(degradation.reasons()).isEmpty();
        assertThat(directory.resolve("without/ended")).doesNotExist();
        for (String name : List.of("with", "without", "ignores")) {
            assertThat(directory.resolve(name).resolve("shell-got")).doesNotExist();
        }
        assertThat(started).allMatch(Process::isAlive);
    }

    @Test
    void aProcessThatHasGoneIsPassedOver() throws Exception {
        ContainerFacts gone = container("gone", "trap 'touch got' PWR");
        Process shell = started.get(0);
        shell.descendants().forEach(ProcessHandle::destroyForcibly);
        assertThat(shell.destroyForcibly().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();

        shrinkToNothing(gone);

        assertThat(decommission.counts().sent()).isZero();
        assertThat(decommission.counts().failed()).isZero();
    }

    @Test
    void whatItWritesIsSeen() throws Exception {
        ContainerFacts one = container("one", "trap 'touch got' PWR");

        decommission.measure(List.of(one));

        assertThat(marks.written("one")).isNotNegative();
    }
}
