package io.koordbridge.lab.kube;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the executables that {@code bin/lab build} made for exactly this checkout. */
public final class ControlPlaneBinaries {
    /** A directory holding the executables by their usual names; wins over the cache. */
    public static final String DIRECTORY_VARIABLE = "KOORD_BRIDGE_LAB_BIN";

    /** Another release of Kubernetes than the lab's own, such as {@code 1.33} or {@code 1.33.4}, as bin/lab has it. */
    public static final String RELEASE_VARIABLE = "KOORD_BRIDGE_KUBERNETES";

    private static final Pattern RELEASE = Pattern.compile("v?(1\\.\\d+(?:\\.\\d+)?)");
    private static final Pattern OWN_RELEASE = Pattern.compile("(?m)^\\s*k8s\\.io/kubernetes v((\\S+)\\.\\d+)$");

    private static final List<String> NEEDED =
            List.of("etcd", "kube-apiserver", "kube-scheduler", "kube-controller-manager");

    private final Map<String, String> environment;
    private final Path startingPoint;

    ControlPlaneBinaries(Map<String, String> environment, Path startingPoint) {
        this.environment = Map.copyOf(environment);
        this.startingPoint = startingPoint;
    }

    /** The executables of this process's environment and working directory. */
    public static ControlPlaneBinaries ofThisProcess() {
        return new ControlPlaneBinaries(System.getenv(), Path.of("").toAbsolutePath());
    }

    /**
     * The directory with all executables, or empty when {@link #missing()} says what lacks.
     *
     * @throws IllegalArgumentException when the release that the environment names is not one
     */
    public Optional<Path> directory() {
        return candidate().filter(directory -> absentIn(directory).isEmpty());
    }

    /** Why there are no executables and what to do, or empty when they are there. */
    public Optional<String> missing() {
        Optional<Path> candidate = candidate();
        if (candidate.isEmpty()) {
            return Optional.of("no lab/go.sum in " + startingPoint + " or above it: run inside a checkout, or set "
                    + DIRECTORY_VARIABLE + " to a directory with " + NEEDED);
        }
        List<String> absent = absentIn(candidate.get());
        return absent.isEmpty()
                ? Optional.empty()
                : Optional.of("no " + String.join(", ", absent) + " in " + candidate.get() + ": run bin/lab build"
                        + labHome()
                                .flatMap(this::otherRelease)
                                .map(release -> " --kubernetes " + release)
                                .orElse(""));
    }

    private Optional<Path> candidate() {
        String explicit = environment.get(DIRECTORY_VARIABLE);
        return explicit == null || explicit.isEmpty()
                ? labHome().map(this::cacheDirectory)
                : Optional.of(Path.of(explicit));
    }

    private static List<String> absentIn(Path directory) {
        return NEEDED.stream()
                .filter(name -> !Files.isExecutable(directory.resolve(name)))
                .toList();
    }

    private Optional<Path> labHome() {
        for (@Nullable Path at = startingPoint; at != null; at = at.getParent()) {
            Path home = at.resolve("lab");
            if (Files.isRegularFile(home.resolve("go.sum"))) {
                return Optional.of(home);
            }
        }
        return Optional.empty();
    }

    private Path cacheDirectory(Path labHome) {
        String entry = otherRelease(labHome)
                .map(release -> "kubernetes-" + release + "-" + key(labHome, "main.go"))
                .orElseGet(() -> key(labHome, "go.sum", "main.go"));
        return cacheRoot().resolve("lab").resolve(entry);
    }

    /** The release that the environment names, unless it is that of the lab's go.mod, which has a directory of its own. */
    private Optional<String> otherRelease(Path labHome) {
        String wanted = environment.getOrDefault(RELEASE_VARIABLE, "");
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        Matcher release = RELEASE.matcher(wanted);
        if (!release.matches()) {
            throw new IllegalArgumentException(
                    RELEASE_VARIABLE + " is '" + wanted + "', not a version such as 1.33 or 1.33.4");
        }
        Matcher own = OWN_RELEASE.matcher(read(labHome.resolve("go.mod")));
        boolean isOwn = own.find() && List.of(own.group(1), own.group(2)).contains(release.group(1));
        return isOwn ? Optional.empty() : Optional.of(release.group(1));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("reading the lab's sources", unreadable);
        }
    }

    private Path cacheRoot() {
        String own = environment.getOrDefault("KOORD_BRIDGE_CACHE", "");
        if (!own.isEmpty()) {
            return Path.of(own);
        }
        String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path caches = shared.isEmpty() ? Path.of(environment.getOrDefault("HOME", "/"), ".cache") : Path.of(shared);
        return caches.resolve("koord-bridge");
    }

    /** The key that lab/build.sh computes too: what is compiled, not when or where. */
    private static String key(Path labHome, String... files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String file : files) {
                digest.update(Files.readAllBytes(labHome.resolve(file)));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("reading the lab's sources in " + labHome, unreadable);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
