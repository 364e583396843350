package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.KubeQos;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where control groups are mounted, and which files they have there. */
public final class CgroupTree {

    private final Path root;
    private final CgroupVersion version;
    private final CgroupPaths paths;
    private final CgroupFiles files;
    private final ConcurrentHashMap<CgroupResource, Boolean> kubepodsSupport = new ConcurrentHashMap<>();

    public CgroupTree(Path root, CgroupVersion version, CgroupDriver driver, CgroupFiles files) {
        this.root = root;
        this.version = version;
        this.paths = new CgroupPaths(driver);
        this.files = files;
    }

    public Path root() {
        return root;
    }

    public CgroupVersion version() {
        return version;
    }

    public CgroupPaths paths() {
        return paths;
    }

    public CgroupFiles files() {
        return files;
    }

    /** Directory of a control group in a hierarchy. */
    public Path directory(String subsystem, String dir) {
        String relative = dir.startsWith("/") ? dir.substring(1) : dir;
        Path base = version == CgroupVersion.V1 ? root.resolve(subsystem) : root;
        return relative.isEmpty() ? base : base.resolve(relative);
    }

    /** File of a resource; empty when this version has none. */
    public Optional<Path> file(CgroupResource resource, String dir) {
        return resource.fileName(version)
                .map(name -> directory(resource.subsystem(), dir).resolve(name));
    }

    /** Names of the control groups directly below one, in the hierarchy of a resource. */
    public List<String> children(CgroupResource resource, String dir) {
        return files.directories(directory(resource.subsystem(), dir));
    }

    /** Whether the kernel offers a resource in a control group. */
    public boolean supports(CgroupResource resource, String dir) {
        return switch (resource.support(version)) {
            case ALWAYS -> true;
            case NEVER -> false;
            case FILE -> fileExists(resource, dir);
            case KUBEPODS -> supportedForPods(resource);
        };
    }

    private boolean supportedForPods(CgroupResource resource) {
        return kubepodsSupport.computeIfAbsent(
                resource, wanted -> fileExists(wanted, paths.qosDir(KubeQos.GUARANTEED)));
    }

    private boolean fileExists(CgroupResource resource, String dir) {
        return file(resource, dir).filter(files::exists).isPresent();
    }
}
