package io.koordbridge.koordlet.tier;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the NodeManager's user make control groups for containers and put its socket where this agent looks. Of the parent group it
 * gets the directory and the files that the plugin writes; quota and CPUs stay root's. With version 2 the kernel wants more than
 * ownership, so that only the socket's directory changes hands.
 */
public final class NodeManagerAccess {

    private static final Logger LOG = LoggerFactory.getLogger(NodeManagerAccess.class);
    private static final String OWNER = "unix:uid";
    private static final String OF_THE_USER = "rwxr-x---";
    private static final List<String> WRITTEN = List.of(
            "cgroup.procs",
            "tasks",
            "cpu.shares",
            "memory.limit_in_bytes",
            "cgroup.clone_children",
            "notify_on_release");

    private final CgroupTree tree;
    private final List<String> hierarchies;
    private final Path socketDirectory;
    private final int userId;

    /**
     * Nothing changes hands yet.
     *
     * @param hierarchies version 1 hierarchies that are mounted
     * @param userId of the NodeManager; 0: root, nothing ever changes hands
     */
    public NodeManagerAccess(CgroupTree tree, List<String> hierarchies, Path socketDirectory, int userId) {
        this.tree = tree;
        this.hierarchies = List.copyOf(hierarchies);
        this.socketDirectory = socketDirectory;
        this.userId = userId;
    }

    /**
     * Hands over what does not belong to the user yet; what does not exist is left for the next time.
     *
     * @throws IOException naming what could not be handed over
     */
    public void ensure() throws IOException {
        if (userId == 0) {
            return;
        }
        handOver(socketDirectory, OF_THE_USER);
        if (tree.version() == CgroupVersion.V1) {
            for (String hierarchy : hierarchies) {
                Path group = tree.directory(hierarchy, tree.paths().yarnDir());
                for (Path one : Stream.concat(Stream.of(group), WRITTEN.stream().map(group::resolve))
                        .toList()) {
                    handOver(one, "");
                }
            }
        }
    }

    /** Rights come first: afterwards only the user may change them. */
    private void handOver(Path path, String rights) throws IOException {
        try {
            if (Integer.valueOf(userId).equals(Files.getAttribute(path, OWNER, LinkOption.NOFOLLOW_LINKS))) {
                return;
            }
            if (!rights.isEmpty()) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
            }
            Files.setAttribute(path, OWNER, userId, LinkOption.NOFOLLOW_LINKS);
            if (Files.isDirectory(path)) {
                LOG.info("handed over to the NodeManager path={} user={}", path, userId);
            }
        } catch (NoSuchFileException e) {
            LOG.debug("not there path={}", path);
        }
    }
}
