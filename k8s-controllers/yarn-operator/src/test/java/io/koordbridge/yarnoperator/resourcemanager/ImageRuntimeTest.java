package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java runtime of the images lacks most modules of a JDK, and classes that Hadoop knows by name alone may be among them. */
class ImageRuntimeTest {

    @TempDir
    Path temp;

    private static String modules() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("../../build/images/modules"))) {
            return lines.map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(module -> !module.isEmpty())
                    .collect(Collectors.joining(","));
        }
    }

    private String output(String... arguments) throws Exception {
        Path log = temp.resolve("log");
        ProcessBuilder command = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                modules(),
                "-cp",
                System.getProperty("java.class.path"));
        command.command().addAll(List.of(arguments));
        Process process =
                command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(log);
    }

    @Test
    void letsHadoopLogInAsTheUserOfTheProcess() throws Exception {
        assertThat(output(UserGroupInformation.class.getName()))
                .contains("User: " + System.getProperty("user.name"))
                .doesNotContain("No LoginModule found");
    }
}
