package io.koordbridge.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectLayoutTest {

    @TempDir
    Path root;

    @Test
    void findsTheProjectFromAModuleDirectory() {
        assertThat(ProjectLayout.find().root().resolve("libs/koord-lab/pom.xml"))
                .exists();
    }

    @Test
    void prefersTheModulesJarAndAddsItsLibraries() throws IOException {
        Path target = Files.createDirectories(root.resolve("agent/target/dist/lib"))
                .getParent()
                .getParent();
        Files.createFile(target.resolve("agent-0.1.0-sources.jar"));
        Path jar = Files.createFile(target.resolve("agent-0.1.0.jar"));

        assertThat(new ProjectLayout(root).classPath("agent"))
                .containsExactly(jar.toString(), target.resolve("dist/lib") + "/*");
    }

    @Test
    void saysHowToBuildWhatIsMissing() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new ProjectLayout(root).runtimeClassPath("hadoop-3.5"))
                .withMessageContaining("mvn -DskipTests package -pl story/runtimes/hadoop-3.5 -am");
    }

    @Test
    void readsTheOptionsOfAModulesJvmWithoutRemarks() throws IOException {
        Path dist = Files.createDirectories(root.resolve("agent/src/main/dist"));
        Files.writeString(dist.resolve("jvm.options"), "-Xmx40m\n\n# small machines\n -Xss512k \n");

        assertThat(new ProjectLayout(root).jvmOptions("agent")).containsExactly("-Xmx40m", "-Xss512k");
    }

    @Test
    void splitsTheRuntimesClassPath() throws IOException {
        Path target = Files.createDirectories(root.resolve("story/runtimes/x/target"));
        Files.writeString(target.resolve("classpath"), "/a.jar:/b.jar\n");

        assertThat(new ProjectLayout(root).runtimeClassPath("x")).containsExactly("/a.jar", "/b.jar");
    }
}
