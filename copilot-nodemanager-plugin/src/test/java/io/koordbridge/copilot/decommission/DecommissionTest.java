package io.koordbridge.copilot.decommission;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.cgroup.CgroupConfig;
import io.koordbridge.copilot.cgroup.CgroupPlacer;
import io.koordbridge.copilot.health.Degradation;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.ContainerMarks;
import io.koordbridge.copilot.node.NodeFacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With processes and a kernel that a test makes up: groups of containers are directories. */
class DecommissionTest {
    private static final String EXECUTOR = "java\0org.apache.spark.executor.YarnCoarseGrainedExecutorBackend\0";
    private static final String HANDLER = "0000000220005ccf";
    private static final String NO_HANDLER = "0000000200005ccf";
    private static final long NOW = 10_000;
    private static final NodeFacts.Amount TOLD = new NodeFacts.Amount(4, 4096);

    @TempDir
    private Path root;

    private final AtomicLong nanos = new AtomicLong(1_000_000_000);
    private final ContainerMarks marks = new ContainerMarks();
    private final Degradation degradation = new Degradation();
    private final List<Long> signalled = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();
    private boolean refuses;
    private Runnable onSignal = () -> {};
    private final List<ContainerFacts.Builder> containers = new ArrayList<>();
    private Decommission decommission;

    @BeforeEach
    void start() throws IOException {
        Files.createDirectories(root.resolve("memory/yarn"));
        decommission = decommission(DecommissionSignal.of("PWR"));
        decommission.order(4, 4096, 600_000, true);
    }

    private Decommission decommission(DecommissionSignal signal) {
        CgroupConfig cgroup = new CgroupConfig(true, root, "yarn", List.of("memory"), 1, 0);
        return new Decommission(
                signal,
                new CgroupPlacer(cgroup, degradation),
                new Decommission.Kernel(new ProcessFiles(root.resolve("proc")), this::take, nanos::get),
                ended::addAll,
                marks,
                degradation);
    }

    private boolean take(long pid, int unused) {
        signalled.add(pid);
        onSignal.run();
        return !refuses;
    }

    /** A container of one vcore and 2048 MB. */
    private void container(int number, String command, String caught) throws IOException {
        String id = "container_" + number;
        Path group = Files.createDirectories(root.resolve("memory/yarn").resolve(id));
        Files.writeString(group.resolve("cgroup.procs"), "0\n" + (100 + number) + "\n");
        process(100 + number, command, caught, 1000 + number);
        containers.add(ContainerFacts.of(id).size(1, 2048).times(number, number));
    }

    private void process(long pid, String command, String caught, long start) throws IOException {
        Path process = Files.createDirectories(root.resolve("proc").resolve(Long.toString(pid)));
        Files.write(process.resolve("cmdline"), command.getBytes(StandardCharsets.UTF_8));
        Files.writeString(process.resolve("status"), "SigCgt:\t" + caught + "\n");
        Files.writeString(
                process.resolve("stat"), pid + " (java) S 1 7 7 0 -1 4 1 2 3 4 5 6 7 8 20 0 1 0 " + start + " 1 1");
    }

    private void round() throws IOException {
        List<ContainerFacts> facts = new ArrayList<>();
        for (ContainerFacts.Builder builder : containers) {
            ContainerFacts before = builder.build();
            if (signalled.contains(100L + Long.parseLong(before.id().substring(10))) && before.leavingSince() == 0) {
                builder.leavingSince(refuses ? 0 : 1);
            }
            facts.add(builder.build());
        }
        decommission.round(facts, TOLD, NOW);
    }

    @Test
    void tellsAsManyAsHaveToLeaveAndEachOnce() throws IOException {
        for (int i = 1; i <= 4; i++) {
            container(i, EXECUTOR, HANDLER);
        }

        round();
        round();

        // The newest two, of four of 2048 MB where 4096 are left.
        assertThat(signalled).containsExactly(104L, 103L);
        assertThat(decommission.counts().sent()).isEqualTo(2);
    }

    @Test
    void tellsNoProcessWithoutHandlerAndNoOtherProgram() throws IOException {
        container(1, EXECUTOR, NO_HANDLER);
        container(2, "bash\0-c\0java org.apache.spark.executor.YarnCoarseGrainedExecutorBackend\0", HANDLER);
        container(3, "java\0org.apache.hadoop.mapred.YarnChild\0", HANDLER);

        round();
        round();

        assertThat(signalled).isEmpty();
        assertThat(decommission.counts().noHandler()).isEqualTo(1);
    }

    @Test
    void anExecutorThatGetsItsHandlerLaterIsToldThen() throws IOException {
        container(1, EXECUTOR, NO_HANDLER);
        container(2, "java\0Other\0", HANDLER);
        container(3, "java\0Other\0", HANDLER);
        round();
        assertThat(signalled).isEmpty();

        process(101, EXECUTOR, HANDLER, 1001);
        round();

        assertThat(signalled).containsExactly(101L);
    }

    @Test
    void whatTakesThePlaceOfOneThatLeftStaysUntilTheNodeShrinksFurther() throws IOException {
        for (int i = 1; i <= 3; i++) {
            container(i, EXECUTOR, HANDLER);
        }
        round();
        assertThat(signalled).containsExactly(103L);

        containers.remove(2);
        container(4, EXECUTOR, HANDLER);
        containers.get(2).times(20_000, 20_000);
        round();
        decommission.order(4, 4096, 0, true);
        round();
        assertThat(signalled).containsExactly(103L, 102L);

        decommission.order(4, 4095, 0, true);
        decommission.round(built(), new NodeFacts.Amount(4, 1000), 30_000);
        assertThat(signalled).contains(104L);
    }

    @Test
    void whatHasNotLeftAMomentBeforeTheDeadlineIsEndedBeforeOthersAre() throws IOException {
        for (int i = 1; i <= 3; i++) {
            container(i, EXECUTOR, HANDLER);
        }
        round();
        containers.get(2).leavingSince(NOW);
        decommission.order(4, 4096, Decommission.LATE_MILLIS + 1, true);
        decommission.round(built(), TOLD, NOW + Decommission.LEAST_MILLIS);
        decommission.order(4, 4096, 0, true);
        decommission.round(built(), TOLD, NOW + Decommission.LEAST_MILLIS - 1);
        assertThat(ended).isEmpty();

        decommission.round(built(), TOLD, NOW + Decommission.LEAST_MILLIS);
        assertThat(ended).containsExactly("container_3");

        containers.get(0).state("KILLING");
        decommission.round(built(), TOLD, NOW + Decommission.LEAST_MILLIS);
        assertThat(ended).hasSize(1);
    }

    @Test
    void opportunisticExecutorsAreNotSignalledAndDoNotCountAsLeaving() throws IOException {
        for (int i = 1; i <= 4; i++) {
            container(i, EXECUTOR, HANDLER);
        }
        containers.get(0).kind(false, true, 0);
        containers.get(3).kind(false, true, 0).state("KILLING");

        round();
        assertThat(signalled).isEmpty();

        container(5, EXECUTOR, HANDLER);
        round();
        assertThat(signalled).containsExactly(105L);
    }

    @Test
    void whereVcoresDoNotCountNoExecutorIsSignalledOrEndedForThem() throws IOException {
        for (int i = 1; i <= 4; i++) {
            container(i, EXECUTOR, HANDLER);
            containers.get(i - 1).size(2, 1024);
        }
        decommission.order(4, 4096, 0, false);
        round();
        assertThat(signalled).isEmpty();

        containers.get(3).leavingSince(NOW);
        decommission.round(built(), TOLD, NOW + Decommission.LEAST_MILLIS);
        assertThat(ended).isEmpty();

        decommission.order(4, 4096, 0, true);
        decommission.round(built(), TOLD, NOW + Decommission.LEAST_MILLIS);
        assertThat(ended).containsExactly("container_4");
        assertThat(signalled).containsExactly(103L);
    }

    @Test
    void tellsNobodyOnceTheShrinkIsCalledOff() throws IOException {
        for (int i = 1; i <= 4; i++) {
            container(i, EXECUTOR, HANDLER);
        }
        decommission.end();
        round();

        assertThat(signalled).isEmpty();
        assertThat(decommission.current()).isNull();
    }

    @Test
    void aShrinkThatIsNotConfirmedIsForgotten() throws IOException {
        for (int i = 1; i <= 4; i++) {
            container(i, EXECUTOR, HANDLER);
        }
        nanos.addAndGet(Decommission.CONFIRM_NANOS - 1);
        assertThat(decommission.current()).isNotNull();
        nanos.addAndGet(1);
        round();

        assertThat(decommission.current()).isNull();
        assertThat(signalled).isEmpty();
    }

    @Test
    void theDeadlineComesNearerAsTimePassesAndIsNeverFarAway() {
        nanos.addAndGet(1_000_000_000);
        assertThat(decommission.current().leftMillis(nanos.get())).isEqualTo(599_000);

        decommission.order(4, 4096, Long.MAX_VALUE, true);
        assertThat(decommission.current().leftMillis(nanos.get())).isEqualTo(Decommission.MOST_LEFT_MILLIS);
    }

    @Test
    void sendsNothingWhereItIsSwitchedOff() throws IOException {
        decommission = decommission(DecommissionSignal.NONE);
        decommission.order(4, 4096, 0, true);
        for (int i = 1; i <= 4; i++) {
            container(i, EXECUTOR, HANDLER);
        }
        round();

        assertThat(signalled).isEmpty();
    }

    @Test
    void aSignalThatIsRefusedIsReportedAndNotSentAgain() throws IOException {
        refuses = true;
        for (int i = 1; i <= 3; i++) {
            container(i, EXECUTOR, HANDLER);
        }

        round();
        assertThat(signalled).containsExactly(103L);
        assertThat(decommission.counts().failed()).isEqualTo(1);
        assertThat(degradation.reasons()).singleElement().asString().contains("PWR to process 103 was refused");

        round();
        assertThat(signalled).containsExactly(103L, 102L);
    }

    @Test
    void aNumberThatAnotherProcessGotIsNoSuccess() throws IOException {
        for (int i = 1; i <= 3; i++) {
            container(i, EXECUTOR, HANDLER);
        }
        onSignal = () -> {
            try {
                process(103, EXECUTOR, HANDLER, 7777);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
        decommission.round(built(), TOLD, NOW);

        assertThat(decommission.counts().sent()).isZero();
        assertThat(decommission.counts().failed()).isEqualTo(1);
    }

    @Test
    void whatProcessesHaveWrittenIsNoted() throws IOException {
        container(1, EXECUTOR, HANDLER);
        container(2, EXECUTOR, HANDLER);
        Files.writeString(root.resolve("proc/101/io"), "write_bytes: 5000\ncancelled_write_bytes: 0\n");

        decommission.measure(built());

        assertThat(marks.written("container_1")).isEqualTo(5_000);
        assertThat(marks.written("container_2")).isEqualTo(ContainerFacts.UNKNOWN);
    }

    private List<ContainerFacts> built() {
        return containers.stream().map(ContainerFacts.Builder::build).toList();
    }
}
