package io.koordbridge.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.it.controlplane.LabCommand;
import io.koordbridge.it.controlplane.LabCommand.Outcome;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A copy of the sources, as other tests use what is built in this tree, and {@code bin/release} there. */
public record ReleaseBuild(LabCommand shell, Path sources) {
    private static final Logger LOG = LoggerFactory.getLogger(ReleaseBuild.class);

    /** With what this build has compiled, so that nothing is compiled again. */
    private static final String LIST_WITH_CLASSES = """
        cd %s
        { git ls-files -z --cached --others --exclude-standard
          find . -path ./story -prune -o -path ./integration-tests -prune -o -path '*/target/classes/*' -type f -print0 | sort -z
        } | tar --null --ignore-failed-read -T - -c --mtime=@0""";

    private static final String WITH_CLASSES = LIST_WITH_CLASSES + " | tar -C %s -x";
    private static final String SUM = LIST_WITH_CLASSES + " | sha256sum";

    private static final String SOURCES_ONLY = """
        cd %s
        git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -c | tar -C %s -x
        """;

    /** The copy has no git history to take a time from. */
    private static final String EPOCH = "SOURCE_DATE_EPOCH=1700000000";

    /**
     * The whole release of these sources and classes for both platforms, made once for all tests that ask for it.
     *
     * @param scratch for a copy of the sources
     */
    public static Path ofThisBuild(LabCommand shell, Path scratch) throws IOException, InterruptedException {
        Path target = ProjectLayout.find().root().resolve("integration-tests/target");
        Path place = target.resolve("release");
        Path stamp = target.resolve("release.sum");
        try (FileChannel channel = FileChannel.open(
                        target.resolve("release.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            String sum = new ReleaseBuild(shell, scratch)
                    .succeed(List.of(
                            "bash", "-ec", SUM.formatted(ProjectLayout.find().root())));
            if (!Files.exists(stamp) || !Files.readString(stamp).equals(sum)) {
                Files.deleteIfExists(stamp);
                ReleaseBuild build = withClasses(shell, scratch);
                build.succeed(List.of("rm", "-rf", place.toString()));
                build.release(List.of("MAVEN_OPTS=" + ProjectLayout.keepingClasses()), place);
                Files.writeString(stamp, sum);
            }
            LOG.info("release in {}, lock {}", place, lock);
        }
        return place;
    }

    /** A copy with what is compiled. */
    private static ReleaseBuild withClasses(LabCommand shell, Path sources) throws IOException, InterruptedException {
        return copy(shell, sources, WITH_CLASSES);
    }

    static ReleaseBuild fromSources(LabCommand shell, Path sources) throws IOException, InterruptedException {
        return copy(shell, sources, SOURCES_ONLY);
    }

    private static ReleaseBuild copy(LabCommand shell, Path sources, String script)
            throws IOException, InterruptedException {
        ReleaseBuild build = new ReleaseBuild(shell, Files.createDirectories(sources));
        build.succeed(
                List.of("bash", "-ec", script.formatted(ProjectLayout.find().root(), sources)));
        return build;
    }

    /**
     * Makes a release.
     *
     * @param environment as NAME=VALUE
     */
    public String release(List<String> environment, Path directory, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("env", EPOCH));
        command.addAll(environment);
        command.add(sources.resolve("bin/release").toString());
        command.add(directory.toString());
        command.addAll(List.of(arguments));
        return succeed(command);
    }

    String succeed(List<String> command) throws IOException, InterruptedException {
        Outcome outcome = shell.runCommand(command, shell.patience());
        assertThat(outcome.exitCode()).as("%s%n%s", command, outcome.output()).isZero();
        return outcome.output();
    }
}
