package io.koordbridge.quickstart.home;

import io.koordbridge.quickstart.home.CgroupChoice.Facts;
import io.koordbridge.quickstart.home.CgroupChoice.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at the machine and plans a home on it. Makes nothing. */
public final class CgroupHomes {

    private CgroupHomes() {}

    /** Either a home that is not made yet, or the reason why there can be none. */
    public record Plan(Optional<CgroupHome> home, String reason) {}

    /**
     * Plans a home.
     *
     * @param system usually {@code /sys/fs/cgroup}
     * @param name of the home among others
     * @param work directory of the run, for links to what is apart on version 1
     * @param cpus of the machine: the home weighs as much as one busy process on each
     */
    public static Plan plan(Path system, String name, Path work, int cpus) {
        CgroupChoice choice = CgroupChoice.of(facts(system, Path.of("/run/systemd/system"), System.getenv("PATH")));
        Optional<CgroupHome> home = switch (choice.kind()) {
            case V1 -> Optional.of(new CgroupV1Home(system, name, work.resolve("cgroup"), cpus));
            case V2 -> Optional.of(new CgroupV2Home(system.resolve(name), Optional.empty(), cpus));
            case V2_SYSTEMD -> Optional.of(CgroupV2Home.inScope(system, new SystemdScope(system, name), cpus));
            case NONE -> Optional.empty();
        };
        return new Plan(home, choice.kind() == Kind.NONE ? choice.reason() : "");
    }

    static Facts facts(Path system, Path systemd, String path) {
        return new Facts(
                hierarchies(system),
                controllers(system.resolve("cgroup.controllers")),
                Files.isDirectory(systemd),
                Arrays.stream(path.split(":")).anyMatch(one -> Files.isExecutable(Path.of(one, "systemd-run"))));
    }

    private static Set<String> hierarchies(Path system) {
        try (Stream<Path> all = Files.list(system)) {
            return all.filter(one -> Files.exists(one.resolve("cgroup.procs")))
                    .map(one -> one.getFileName().toString())
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            return Set.of();
        }
    }

    private static Optional<Set<String>> controllers(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Set.of(Files.readString(file).strip().split("\\s+")));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
