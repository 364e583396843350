package io.koordbridge.koordlet.cgroup;

import io.koordbridge.api.slo.CgroupPath;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Directories of QoS classes, pods, containers and host applications, relative to a hierarchy; specification section 5.1. */
@PureCore
public final class CgroupPaths {

    private static final Map<String, String> SCOPE_PREFIXES =
            Map.of("containerd", "cri-containerd-", "docker", "docker-", "cri-o", "crio-", "pouch", "pouch-");
    /** Of a directory of pouch the reference reads no id. */
    private static final List<String> PARSED_PREFIXES = List.of("cri-containerd-", "docker-", "crio-");
    /** Runtimes whose directories may lack the suffix. */
    private static final String CRIO = "crio-";

    private static final String SCOPE = ".scope";
    private static final String SLICE = ".slice";

    private static final String PODS = "kubepods";

    private final CgroupNames names;
    private final CgroupDriver driver;
    /** By QoS class, and what the name of a pod's slice in it begins with. */
    private final Map<KubeQos, String> dirs = new EnumMap<>(KubeQos.class);

    private final Map<KubeQos, String> podPrefixes = new EnumMap<>(KubeQos.class);

    public CgroupPaths(CgroupDriver driver) {
        this(CgroupNames.of(driver));
    }

    public CgroupPaths(CgroupNames names) {
        this.names = names;
        this.driver = names.driver();
        dirs.put(KubeQos.GUARANTEED, names.directory(PODS));
        dirs.put(KubeQos.BURSTABLE, names.directory(PODS, "burstable"));
        dirs.put(KubeQos.BEST_EFFORT, names.directory(PODS, "besteffort"));
        String pods = names.prefix() + PODS;
        podPrefixes.put(KubeQos.BEST_EFFORT, pods + "-besteffort-pod");
        podPrefixes.put(KubeQos.BURSTABLE, pods + "-burstable-pod");
        podPrefixes.put(KubeQos.GUARANTEED, pods + "-pod");
    }

    public CgroupDriver driver() {
        return driver;
    }

    public CgroupNames names() {
        return names;
    }

    /** Groups around the one of all pods, each after the one that it is in; empty without any. */
    public List<String> around() {
        return names.around();
    }

    /** Directory of a QoS class; Guaranteed has the root of all pods. */
    public String qosDir(KubeQos qos) {
        return Objects.requireNonNull(dirs.get(qos));
    }

    /** The best-effort tier. */
    public String bestEffortDir() {
        return qosDir(KubeQos.BEST_EFFORT);
    }

    /** Directory of YARN's containers in the best-effort tier. */
    public String yarnDir() {
        return bestEffortDir() + "/" + WellKnown.YARN_CGROUP;
    }

    /** Directory of a pod. */
    public String podDir(KubeQos qos, String uid) {
        if (driver == CgroupDriver.CGROUPFS) {
            return qosDir(qos) + "/pod" + uid;
        }
        return qosDir(qos) + "/" + podPrefixes.get(qos) + uid.replace('-', '_') + SLICE;
    }

    /**
     * Directory of a container.
     *
     * @param containerId {@code <runtime>://<id>}
     * @throws IllegalArgumentException naming the id when the runtime is unknown, or the id is no plain name
     */
    public String containerDir(String podDir, String containerId) {
        int split = containerId.indexOf("://");
        String runtime = runtimeOf(containerId);
        String id = split < 0 ? "" : containerId.substring(split + 3);
        String prefix = SCOPE_PREFIXES.get(runtime);
        boolean scoped = driver == CgroupDriver.SYSTEMD;
        if (prefix == null || !isPlain(id)) {
            throw new IllegalArgumentException("container id '" + containerId
                    + "': want containerd, docker, cri-o or pouch, '://' and an id of letters, digits, '_',"
                    + " '.' and '-'");
        }
        String plain = names.crioPrefix() && prefix.equals(CRIO) ? CRIO + id : id;
        String name = scoped ? prefix + id + SCOPE : plain;
        return name.isEmpty() ? podDir : podDir + "/" + name;
    }

    /** The part of a container id before its {@code ://}; empty without one. */
    public static String runtimeOf(String containerId) {
        int split = containerId.indexOf("://");
        return split < 0 ? "" : containerId.substring(0, split);
    }

    /** Runtimes whose names of control groups are known. */
    public static Set<String> runtimes() {
        return SCOPE_PREFIXES.keySet();
    }

    /** Whether a name stays in its directory, wherever it is put. */
    private static boolean isPlain(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isPlain(name.charAt(i))) {
                return false;
            }
        }
        return !name.equals(".") && !name.equals("..");
    }

    private static boolean isPlain(char one) {
        boolean letter = (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z');
        return letter || (one >= '0' && one <= '9') || one == '_' || one == '.' || one == '-';
    }

    /**
     * Pod UID in a directory name, as written there.
     *
     * @throws IllegalArgumentException naming the directory when it is not a pod's
     */
    public String podUidOf(String basename) {
        return uid(basename)
                .orElseThrow(
                        () -> new IllegalArgumentException("directory '" + basename + "' is not named like a pod"));
    }

    /** Whether a directory is named like a pod. */
    boolean isPod(String basename) {
        return uid(basename).isPresent();
    }

    private Optional<String> uid(String basename) {
        if (driver == CgroupDriver.CGROUPFS) {
            return basename.startsWith("pod") ? Optional.of(basename.substring("pod".length())) : Optional.empty();
        }
        return Stream.of(KubeQos.BEST_EFFORT, KubeQos.BURSTABLE, KubeQos.GUARANTEED)
                .map(qos -> Objects.requireNonNull(podPrefixes.get(qos)))
                .filter(prefix -> basename.startsWith(prefix) && basename.endsWith(SLICE))
                .map(prefix -> basename.substring(prefix.length(), basename.length() - SLICE.length()))
                .findFirst();
    }

    /**
     * Container id in a directory name, without runtime.
     *
     * @throws IllegalArgumentException naming the directory when it is not a container's
     */
    public String containerIdOf(String basename) {
        if (driver == CgroupDriver.CGROUPFS) {
            return basename;
        }
        for (String prefix : PARSED_PREFIXES) {
            if (basename.startsWith(prefix) && basename.endsWith(SCOPE)) {
                return basename.substring(prefix.length(), basename.length() - SCOPE.length());
            }
        }
        if (basename.startsWith(CRIO)) {
            return basename.substring(CRIO.length());
        }
        throw new IllegalArgumentException("directory '" + basename + "' is not named like a container");
    }

    /** QoS class of anything below a QoS directory. */
    public static KubeQos kubeQosOf(String dir) {
        if (dir.contains("besteffort")) {
            return KubeQos.BEST_EFFORT;
        }
        return dir.contains("burstable") ? KubeQos.BURSTABLE : KubeQos.GUARANTEED;
    }

    /** Whether a directory is that of a QoS class, or the top of a hierarchy: no application has it for itself. */
    public boolean isOfKubelet(String dir) {
        String plain = dir.startsWith("/") ? dir.substring(1) : dir;
        return plain.isEmpty() || dirs.containsValue(plain);
    }

    /** Directory of a host application. */
    public String hostApplicationDir(HostApplication application) {
        String name = Objects.requireNonNullElse(application.name(), "");
        if (!Arrays.stream(name.split("/")).allMatch(CgroupPaths::isPlain)) {
            throw new IllegalArgumentException(
                    "name '" + name + "': want letters, digits, '_', '.' and '-', without '..'");
        }
        CgroupPath path = application.cgroupPath();
        if (path == null) {
            return switch (QosClass.ofLabel(application.qos())) {
                case LSE, LSR, LS -> join("host-latency-sensitive", name);
                case BE -> join("host-best-effort", name);
                case SYSTEM, NONE -> name;
            };
        }
        String parent = Objects.requireNonNullElse(path.parentDir(), "");
        String relative = Objects.requireNonNullElse(path.relativePath(), "");
        return join(baseDir(Objects.requireNonNullElse(path.base(), "")), parent, relative);
    }

    private String baseDir(String base) {
        return switch (base) {
            case "", "CgroupRoot" -> "";
            case "Kubepods" -> qosDir(KubeQos.GUARANTEED);
            case "KubepodsBurstable" -> qosDir(KubeQos.BURSTABLE);
            case "KubepodsBesteffort" -> qosDir(KubeQos.BEST_EFFORT);
            default ->
                throw new IllegalArgumentException("cgroup base '" + base
                        + "': want CgroupRoot, Kubepods, KubepodsBurstable or KubepodsBesteffort");
        };
    }

    /**
     * Joins the parts that are not empty and removes empty, {@code .} and {@code ..} parts. A {@code ..} that leads out of a relative path stays,
     * for {@link CgroupTree#directory} to refuse.
     */
    private static String join(String... parts) {
        StringBuilder text = new StringBuilder();
        for (String part : parts) {
            if (!part.isEmpty()) {
                text.append(text.isEmpty() ? "" : "/").append(part);
            }
        }
        boolean rooted = text.toString().startsWith("/");
        Deque<String> clean = new ArrayDeque<>();
        for (String part : text.toString().split("/")) {
            boolean up = part.equals("..");
            if (up && (clean.isEmpty() ? rooted : !clean.getLast().equals(".."))) {
                clean.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                clean.addLast(part);
            }
        }
        return (rooted ? "/" : "") + String.join("/", clean);
    }
}
