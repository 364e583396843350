package io.koordbridge.koordlet.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The control groups version 2 of a node as a kubelet leaves them, on the kernel; all of what an agent may write there. */
final class KubeletTree {

    static final String PODS = "kubepods";
    static final String TIER = PODS + "/besteffort";
    static final String ONLINE = PODS + "/burstable";

    private static final String CONTROLLERS = "+cpuset +cpu +io +memory +pids";
    private static final String SUBTREE = "cgroup.subtree_control";

    /** Settings; what is only an order or a trigger cannot be read back. */
    private static final Pattern SETTING = Pattern.compile("(cpu|cpuset|memory|pids|io)\\..*|cgroup\\.subtree_control");

    private static final Pattern NO_SETTING = Pattern.compile(".*\\.pressure|memory\\.reclaim|memory\\.peak");

    private final Path root;

    KubeletTree(Path root) throws IOException {
        this.root = root;
        Files.writeString(root.resolve(SUBTREE), CONTROLLERS);
        parent(PODS, "157");
        parent(TIER, "1");
        parent(ONLINE, "4");
    }

    /** A group for others. */
    void parent(String group, String weight) throws IOException {
        Path directory = Files.createDirectory(root.resolve(group));
        Files.writeString(directory.resolve(SUBTREE), CONTROLLERS);
        Files.writeString(directory.resolve("cpu.weight"), weight);
    }

    /** A pod and its container. */
    void pod(String group, String container) throws IOException {
        parent(group, "1");
        Files.createDirectory(root.resolve(group).resolve(container));
    }

    void write(String group, String file, String value) throws IOException {
        Files.writeString(root.resolve(group).resolve(file), value);
    }

    String read(String group, String file) {
        try {
            return Files.readString(root.resolve(group).resolve(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each file that sets something, with its content byte by byte. */
    Map<String, String> settings() {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root.resolve(PODS))) {
            for (Path file : all.filter(KubeletTree::isSetting).toList()) {
                found.put(root.relativize(file).toString(), Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** What a tree would have if this group were made like that one. */
    static Map<String, String> twin(Map<String, String> settings, String group, String twin) {
        Map<String, String> both = new TreeMap<>(settings);
        settings.forEach((file, content) -> {
            if (file.startsWith(group + "/")) {
                both.put(twin + file.substring(group.length()), content);
            }
        });
        return both;
    }

    private static boolean isSetting(Path file) {
        String name = file.getFileName().toString();
        try {
            return Files.isRegularFile(file)
                    && SETTING.matcher(name).matches()
                    && !NO_SETTING.matcher(name).matches()
                    && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_WRITE);
        } catch (IOException e) {
            return false;
        }
    }
}
