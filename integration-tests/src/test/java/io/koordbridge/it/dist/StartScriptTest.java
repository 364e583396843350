package io.koordbridge.it.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start script of {@code bin/dist}, with a JVM that only tells its arguments. */
class StartScriptTest {
    private static final String TEMPLATE = "build/dist/launcher.sh";

    @TempDir
    private Path directory;

    private Path home;
    private Path script;

    @BeforeEach
    void layOut() throws IOException {
        home = Files.createDirectories(directory.toRealPath().resolve("agent"));
        for (String part : List.of("app", "lib", "bin")) {
            Files.createDirectories(home.resolve(part));
        }
        for (String jar : List.of("lib/zip.jar", "lib/Alpha.jar", "lib/beta.jar", "app/own.jar")) {
            Files.createFile(home.resolve(jar));
        }
        Files.writeString(home.resolve("jvm.options"), "-Xmx40m\n");
        String template = Files.readString(ProjectLayout.find().root().resolve(TEMPLATE));
        script = executable(
                home.resolve("bin/agent"),
                template.replace("@COMPONENT@", "agent").replace("@MAIN_CLASS@", "example.Agent"));
        Files.createDirectories(directory.resolve("java/bin"));
        executable(directory.resolve("java/bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    }

    private static Path executable(Path file, String content) throws IOException {
        Files.writeString(file, content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<String> start(Path command, String javaOptions, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of(command.toString()));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", directory.resolve("java").toString());
        builder.environment().put("JAVA_OPTS", javaOptions);
        builder.environment().put("LC_ALL", "en_US.UTF-8");
        Process process = builder.start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(told).isZero();
        return told.lines().toList();
    }

    private String classPath() {
        return String.join(
                ":",
                List.of("app/own.jar", "lib/Alpha.jar", "lib/beta.jar", "lib/zip.jar").stream()
                        .map(jar -> home.resolve(jar).toString())
                        .toList());
    }

    @Test
    void listsTheJarsInOneOrderWhateverTheLocaleAndHandsArgumentsOn() throws Exception {
        assertThat(start(script, "", "--set", "a b"))
                .containsExactly(
                        "@" + home.resolve("jvm.options"), "-cp", classPath(), "example.Agent", "--set", "a b");
    }

    @Test
    void putsOptionsOfTheEnvironmentBehindItsOwnSoThatTheyWin() throws Exception {
        assertThat(start(script, "-Xmx1g -Xlog:gc"))
                .startsWith("@" + home.resolve("jvm.options"), "-Xmx1g", "-Xlog:gc", "-cp");
    }

    @Test
    void usesAClassArchiveWhenThereIsOneAndStartsThroughALink() throws Exception {
        Path archive = Files.createFile(home.resolve("agent.jsa"));
        Path link = Files.createSymbolicLink(directory.resolve("start"), Path.of("agent/bin/agent"));

        assertThat(start(link, ""))
                .startsWith(
                        "@" + home.resolve("jvm.options"), "-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-cp");
    }

    @Test
    void prefersTheRuntimeThatAReleaseBrings() throws Exception {
        Files.createDirectories(home.resolve("runtime/bin"));
        executable(home.resolve("runtime/bin/java"), "#!/bin/sh\nprintf 'own %s\\n' \"$@\"\n");

        assertThat(start(script, "")).startsWith("own @" + home.resolve("jvm.options"), "own -cp");
    }
}
