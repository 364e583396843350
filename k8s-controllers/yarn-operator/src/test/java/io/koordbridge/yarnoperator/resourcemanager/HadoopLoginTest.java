package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopLoginTest {

    @TempDir
    Path directory;

    @Test
    void isByOneWayOnly() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HadoopLogin(null, "operator@EXAMPLE.ORG", null, null))
                .withMessageContaining("Kerberos needs both");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HadoopLogin("yarn", "operator@EXAMPLE.ORG", "/k", null))
                .withMessageContaining("want one of them");
    }

    @Test
    void namesFilesThatAreNotThere() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        String none = directory.resolve("none").toString();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HadoopLogin(null, "p@R", none, null).checkFiles())
                .withMessage("hadoop.keytab = '" + none + "': not a readable file");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HadoopLogin("yarn", null, null, none).checkFiles())
                .withMessage("hadoop.zooKeeperAuth = '" + none + "': not a readable file");
        assertThatCode(() -> new HadoopLogin(null, "p@R", file.toString(), file.toString()).checkFiles())
                .doesNotThrowAnyException();
    }

    @Test
    void aPrincipalWithoutASecureClusterIsRefused() {
        HadoopLogin login = new HadoopLogin(null, "p@R", "/k", null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> login.checkAuthentication("simple", List.of(Path.of("/c/core-site.xml"))))
                .withMessageContaining("want kerberos");
        assertThatCode(() -> login.checkAuthentication("kerberos", List.of())).doesNotThrowAnyException();
    }
}
