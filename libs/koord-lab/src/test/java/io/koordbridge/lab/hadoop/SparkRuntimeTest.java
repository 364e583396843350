package io.koordbridge.lab.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkRuntimeTest {
    @TempDir
    private Path root;

    @BeforeEach
    void builtRuntimes() throws IOException {
        for (String release : new String[] {"3.5", "4"}) {
            Path target = Files.createDirectories(root.resolve("story/runtimes/spark-" + release + "/target"));
            Files.writeString(target.resolve("classpath"), "/jars/" + release + ".jar\n");
        }
    }

    @Test
    void isSpark35UnlessTheEnvironmentNamesAnother() {
        assertThat(SparkRuntime.of(Map.of(), new ProjectLayout(root)).classPath())
                .containsExactly("/jars/3.5.jar");
        assertThat(SparkRuntime.of(Map.of("KOORD_BRIDGE_SPARK", "4"), new ProjectLayout(root))
                        .classPath())
                .containsExactly("/jars/4.jar");
    }

    @Test
    void refusesAReleaseThatIsNotThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparkRuntime.of(Map.of("KOORD_BRIDGE_SPARK", "2"), new ProjectLayout(root)))
                .withMessage("KOORD_BRIDGE_SPARK is '2', there are 3.5 and 4");
    }
}
