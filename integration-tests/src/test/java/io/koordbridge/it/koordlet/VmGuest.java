package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A stock kernel with control groups version 2 in an emulated machine, on the files of this one: {@code bin/lab vm}. */
final class VmGuest {
    /** A program and the package that has it. */
    private static final Map<Path, String> NEEDED = Map.of(
            Path.of("/usr/bin/qemu-system-x86_64"), "qemu-system-x86",
            Path.of("/usr/share/doc/busybox-static"), "busybox-static",
            Path.of("/usr/bin/cpio"), "cpio");
    /** Ends after the guest's own limit. */
    private static final Duration MARGIN = Duration.ofMinutes(2);

    private final Path out;
    private final Duration limit;
    private final List<String> options;

    /**
     * Not started yet.
     *
     * @param out directory that the guest writes into; all else that it writes is gone afterwards
     * @param options of {@code bin/lab vm}
     */
    VmGuest(Path out, Duration limit, String... options) {
        this.out = out;
        this.limit = limit;
        this.options = List.of(options);
    }

    /**
     * Boots, runs a script and goes off.
     *
     * @param results file below {@code out} that the script writes and whose last line is DONE
     * @return its lines before that one
     */
    List<String> run(String script, Path results) throws IOException {
        NEEDED.forEach((file, name) -> Prerequisite.require(
                Files.exists(file), file + " is missing: install the package " + name + ", or run bin/prepare"));
        List<String> line = new ArrayList<>(
                List.of(ProjectLayout.find().root().resolve("bin/lab").toString(), "vm"));
        line.addAll(List.of("--out", out.toString(), "--timeout", String.valueOf(limit.toSeconds())));
        line.addAll(options);
        line.addAll(List.of("--", "bash", "-c", script));
        try (ChildProcess vm = ChildProcess.start("vm", line, Map.of(), out, out.resolve("vm.log"))) {
            assertThat(vm.awaitExit(limit.plus(MARGIN))).as(vm.logTail(40)).isTrue();
            assertThat(vm.exitCode()).as(vm.logTail(40)).hasValue(0);
            assertThat(results).as(vm.logTail(40)).exists();
            List<String> lines = Files.readAllLines(results);
            assertThat(lines).as(vm.logTail(40)).last().isEqualTo("DONE");
            return lines.subList(0, lines.size() - 1);
        }
    }
}
