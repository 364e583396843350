package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.KubeQos;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where control groups are mounted, and which files they have there. */
public final class CgroupTree {

    private final Path root;
    private final CgroupVersion version;
    private volatile CgroupPaths paths;
    private final Places files;
    private final Map<Knob<?>, Boolean> support = new ConcurrentHashMap<>();

    public CgroupTree(Path root, CgroupVersion version, CgroupDriver driver, CgroupFiles files) {
        this(root, version, CgroupNames.of(driver), files);
    }

    public CgroupTree(Path root, CgroupVersion version, CgroupNames names, CgroupFiles files) {
        this.root = root;
        this.version = version;
        this.paths = new CgroupPaths(names);
        this.files = new Places(files);
    }

    /** Writes to other trees in the same way. */
    public CgroupTree reach(Trees trees) {
        files.reach(trees);
        return this;
    }

    /** Top of another tree; empty when it is not known. */
    public Optional<Path> top(Trees.Kind kind) {
        return files.top(kind);
    }

    /** Looks anew at groups of processes from now on. Between two such looks this process knows them by what it wrote. */
    public void lookAgain() {
        files.lookAgain();
    }

    /** Forgets processes and threads that ended, of which there are many in a life. */
    public void forgetMembers() {
        files.forgetMembers();
    }

    public Path root() {
        return root;
    }

    public CgroupVersion version() {
        return version;
    }

    /** Names as they are now; asked for anew at each round. */
    public CgroupPaths paths() {
        return paths;
    }

    /** Uses other names from now on, because the kubelet does. */
    public void follow(CgroupNames names) {
        paths = new CgroupPaths(names);
        support.clear();
    }

    public CgroupFiles files() {
        return files;
    }

    /**
     * Directory of a control group in a hierarchy.
     *
     * @throws IllegalArgumentException when it would lie outside
     */
    public Path directory(String subsystem, String dir) {
        String relative = dir.startsWith("/") ? dir.substring(1) : dir;
        Path base = version == CgroupVersion.V1 ? root.resolve(subsystem) : root;
        Path directory = relative.isEmpty() ? base : base.resolve(relative);
        if (!directory.equals(directory.normalize())) {
            throw new IllegalArgumentException("control group '" + dir + "': want a path without '..'");
        }
        return directory;
    }

    /** File of a knob, or the place in it; empty when this version has none, and when its tree is not known. */
    public Optional<Path> file(Knob<?> knob, String dir) {
        return Places.concerns(knob)
                ? knob.fileName(version).flatMap(name -> files.of(knob, dir, name, this))
                : knob.fileName(version)
                        .map(name -> directory(knob.subsystem(), dir).resolve(name));
    }

    /** What a file of a control group is; empty for any other file. */
    public Optional<Intent.Target> locate(Path file) {
        Optional<Intent.Target> place = files.target(file);
        if (place.isPresent()) {
            return place;
        }
        Path directory = file.getParent();
        if (directory == null || !directory.startsWith(root)) {
            return Optional.empty();
        }
        Path relative = root.relativize(directory);
        boolean v1 = version == CgroupVersion.V1;
        String group = !v1
                ? relative.toString()
                : relative.getNameCount() < 2
                        ? ""
                        : relative.subpath(1, relative.getNameCount()).toString();
        return Knob.ofFile(version, String.valueOf(file.getFileName())).map(knob -> new Intent.Target(knob, group));
    }

    /** Text of a file for no limit. */
    public String unlimited() {
        return version == CgroupVersion.V1 ? "-1" : "max";
    }

    /** Names of the control groups directly below one, in the hierarchy of a knob. */
    public List<String> children(Knob<?> knob, String dir) {
        return files.directories(directory(knob.subsystem(), dir));
    }

    /** Whether the kernel offers a knob in a control group. While there is no directory of pods, it offers none of theirs yet. */
    public boolean supports(Knob<?> knob, String dir) {
        if (Places.concerns(knob)) {
            return file(knob, dir).filter(files::offers).isPresent();
        }
        return switch (knob.support(version)) {
            case ALWAYS -> true;
            case NEVER -> false;
            case FILE -> fileExists(knob, dir);
            case KUBEPODS -> supportedIn(knob, paths.qosDir(KubeQos.GUARANTEED));
            case ROOT -> supportedIn(knob, "");
        };
    }

    /** A yes holds for the life of the process; so does a no, unless the directory itself is still missing. */
    private boolean supportedIn(Knob<?> knob, String dir) {
        Boolean known = support.get(knob);
        if (known != null) {
            return known;
        }
        boolean offered = fileExists(knob, dir);
        if (offered || files.exists(directory(knob.subsystem(), dir))) {
            support.put(knob, offered);
        }
        return offered;
    }

    private boolean fileExists(Knob<?> knob, String dir) {
        return file(knob, dir).filter(files::exists).isPresent();
    }
}
