package io.koordbridge.it.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at the processes of YARN containers on this machine, found by their command lines, and at the control groups that they are in. */
final class ContainerGroups implements AutoCloseable {
    private static final long LOOK_MILLIS = 500;
    private static final String PARENT = "/kubepods/besteffort/hadoop-yarn/";
    private static final Pattern CONTAINER = Pattern.compile("container_(?:e[0-9]+_)?[0-9]+_[0-9]+_[0-9]+_[0-9]+");
    private static final List<String> LIMITED = List.of("cpu", "memory");

    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor();
    private final Set<String> containers = new HashSet<>();
    private final Set<String> outside = new HashSet<>();
    /** Found outside once: a process that was just forked may be on its way. */
    private Set<String> suspects = new HashSet<>();

    static ContainerGroups start() {
        ContainerGroups groups = new ContainerGroups();
        var unused = groups.looking.scheduleWithFixedDelay(groups::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return groups;
    }

    private void look() {
        Set<String> found = new HashSet<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            processes
                    .filter(path ->
                            Character.isDigit(path.getFileName().toString().charAt(0)))
                    .forEach(process -> look(process, found));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        synchronized (this) {
            found.stream().filter(suspects::contains).forEach(outside::add);
            suspects = found;
        }
    }

    private void look(Path process, Set<String> suspected) {
        try {
            Matcher container =
                    CONTAINER.matcher(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1));
            if (!container.find()) {
                return;
            }
            synchronized (this) {
                containers.add(container.group());
            }
            for (String line : Files.readAllLines(process.resolve("cgroup"))) {
                String[] parts = line.split(":", 3);
                if (Stream.of(parts[1].split(",")).anyMatch(LIMITED::contains) && !parts[2].startsWith(PARENT)) {
                    suspected.add(process + " of " + container.group() + " in " + line);
                }
            }
        } catch (IOException e) {
            // The process has ended.
        }
    }

    /** Containers of an application whose processes were seen. */
    synchronized Set<String> containers(String application) {
        return of(application, containers);
    }

    /** Processes of an application that were not below the tier. */
    synchronized Set<String> outside(String application) {
        return of(application, outside);
    }

    private static Set<String> of(String application, Set<String> found) {
        String number = application.replace("application", "");
        return found.stream().filter(each -> each.contains(number + "_")).collect(Collectors.toSet());
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
