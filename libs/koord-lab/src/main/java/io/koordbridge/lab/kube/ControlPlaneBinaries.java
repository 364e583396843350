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
import org.jspecify.annotations.Nullable;

/** Finds the executables that {@code bin/lab build} made for exactly this checkout. */
public final class ControlPlaneBinaries {
    /** A directory holding the executables by their usual names; wins over the cache. */
    public static final String DIRECTORY_VARIABLE = "KOORD_BRIDGE_LAB_BIN";

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

    /** The directory with all executables, or empty when {@link #missing()} says what lacks. */
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
                : Optional.of("no " + String.join(", ", absent) + " in " + candidate.get() + ": run bin/lab build");
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
        return cacheRoot().resolve("lab").resolve(key(labHome));
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
    private static String key(Path labHome) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Files.readAllBytes(labHome.resolve("go.sum")));
            digest.update(Files.readAllBytes(labHome.resolve("main.go")));
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("reading the lab's sources in " + labHome, unreadable);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
