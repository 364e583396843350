package io.koordbridge.koordlet.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeManagerAccessTest {
    private static final int USER = 65_531;

    @TempDir
    private Path root;

    private Path sockets;
    private Path group;

    @BeforeEach
    void layOut() throws IOException {
        Prerequisite.require(
                Integer.valueOf(0).equals(Files.getAttribute(root, "unix:uid")), "root, to give files to another user");
        sockets = Files.createDirectories(root.resolve("sockets"));
        group = Files.createDirectories(root.resolve("cpu/kubepods/besteffort/hadoop-yarn"));
        for (String file : List.of("cgroup.procs", "cpu.shares", "cpu.cfs_quota_us")) {
            Files.createFile(group.resolve(file));
        }
    }

    @Test
    void handsOverTheSocketsDirectoryAndWhatThePluginWrites() throws IOException {
        access(CgroupVersion.V1, USER).ensure();
        access(CgroupVersion.V1, USER).ensure();

        assertThat(owner(sockets)).isEqualTo(USER);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sockets)))
                .isEqualTo("rwxr-x---");
        assertThat(owner(group)).isEqualTo(USER);
        assertThat(owner(group.resolve("cgroup.procs"))).isEqualTo(USER);
        assertThat(owner(group.resolve("cpu.shares"))).isEqualTo(USER);
    }

    @Test
    void keepsTheQuotaAndTheTierAboveForRoot() throws IOException {
        access(CgroupVersion.V1, USER).ensure();

        assertThat(owner(group.resolve("cpu.cfs_quota_us"))).isZero();
        assertThat(owner(group.resolveSibling("."))).isZero();
    }

    @Test
    void changesNothingForRoot() throws IOException {
        access(CgroupVersion.V1, 0).ensure();

        assertThat(owner(sockets)).isZero();
        assertThat(owner(group)).isZero();
    }

    @Test
    void handsOverOnlyTheSocketsDirectoryWithVersion2() throws IOException {
        access(CgroupVersion.V2, USER).ensure();

        assertThat(owner(sockets)).isEqualTo(USER);
        assertThat(owner(group)).isZero();
    }

    @Test
    void waitsForADirectoryThatIsNotThere() throws IOException {
        Files.delete(sockets);

        access(CgroupVersion.V1, USER).ensure();

        assertThat(owner(group)).isEqualTo(USER);
    }

    private NodeManagerAccess access(CgroupVersion version, int user) {
        CgroupTree tree = new CgroupTree(root, version, CgroupDriver.CGROUPFS, new FakeCgroupTree());
        return new NodeManagerAccess(tree, List.of("cpu", "memory"), sockets, user);
    }

    private static int owner(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:uid");
    }
}
