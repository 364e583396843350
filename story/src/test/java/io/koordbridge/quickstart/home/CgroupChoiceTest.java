package io.koordbridge.quickstart.home;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.quickstart.home.CgroupChoice.Facts;
import io.koordbridge.quickstart.home.CgroupChoice.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupChoiceTest {

    private static final Set<String> ALL_V1 = Set.of("cpu", "cpuacct", "memory", "cpuset");
    private static final Optional<Set<String>> ALL_V2 = Optional.of(Set.of("cpu", "memory", "io", "pids"));

    @TempDir
    private Path machine;

    @Test
    void versionOneIsUsedWhereItIsMounted() {
        assertThat(CgroupChoice.of(new Facts(ALL_V1, Optional.empty(), true, true))
                        .kind())
                .isEqualTo(Kind.V1);
    }

    @Test
    void aMissingHierarchyIsNamed() {
        CgroupChoice choice = CgroupChoice.of(new Facts(Set.of("cpu", "memory"), Optional.empty(), false, false));

        assertThat(choice).isEqualTo(new CgroupChoice(Kind.NONE, "no cgroup version 2, and of version 1 not cpuacct"));
    }

    @Test
    void versionTwoIsUsedDirectlyWhereNobodyOwnsIt() {
        assertThat(CgroupChoice.of(new Facts(Set.of(), ALL_V2, false, true)).kind())
                .isEqualTo(Kind.V2);
    }

    @Test
    void systemdIsAskedForAScopeWhereItOwnsTheRoot() {
        assertThat(CgroupChoice.of(new Facts(Set.of(), ALL_V2, true, true)).kind())
                .isEqualTo(Kind.V2_SYSTEMD);
        assertThat(CgroupChoice.of(new Facts(Set.of(), ALL_V2, true, false)).reason())
                .isEqualTo("systemd owns the cgroups and systemd-run is not on the PATH");
    }

    @Test
    void versionTwoWithoutItsControllersIsOfNoUse() {
        Facts facts = new Facts(Set.of(), Optional.of(Set.of("pids")), false, false);

        assertThat(CgroupChoice.of(facts).reason()).isEqualTo("cgroup version 2 offers no cpu, memory controller here");
    }

    @Test
    void theFactsAreReadFromTheMachine() throws IOException {
        Files.writeString(machine.resolve("cgroup.controllers"), "cpu memory pids\n");
        Path program = Files.createFile(
                machine.resolve("systemd-run"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));

        assertThat(CgroupHomes.facts(machine, machine, "/nowhere:" + program.getParent()))
                .isEqualTo(new Facts(Set.of(), Optional.of(Set.of("cpu", "memory", "pids")), true, true));
        assertThat(CgroupHomes.facts(machine.resolve("none"), machine.resolve("none"), "/nowhere"))
                .isEqualTo(new Facts(Set.of(), Optional.empty(), false, false));
    }
}
