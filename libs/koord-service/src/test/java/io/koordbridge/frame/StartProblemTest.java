package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.util.JarLocation;
import java.io.ByteArrayOutputStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartProblemTest {

    @TempDir
    private Path temp;

    @Test
    void aConfigurationThatIsRefusedIsToldWithoutPlacesInTheCode() throws Exception {
        assertThat(toldFor("nosuch: 1\n"))
                .startsWith("empty-process: ")
                .contains("nosuch")
                .doesNotContain("\tat ");
        assertThat(toldFor("a: [1\n")).contains("line: 1").doesNotContain("\tat ");
        assertThat(toldFor("kubernetes: {maxConcurrentRequests: 0}\n"))
                .contains("kubernetes.maxConcurrentRequests")
                .doesNotContain("\tat ");
        assertThat(toldFor("kubernetes: {kubeconfig: /not/there}\n"))
                .contains("/not/there", "readable")
                .doesNotContain("\tat ");
        assertThat(toldFor("leaderElection: {leaseDuration: 5s}\n"))
                .contains("leaseDuration", "renewDeadline")
                .doesNotContain("\tat ");
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        Exception taken =
                new java.io.IOException("Failed to bind to /0.0.0.0:8080", new BindException("Address already in use"));

        assertThat(StartProblem.text(new RuntimeException(taken)))
                .contains("Failed to bind to /0.0.0.0:8080: Address already in use");
    }

    @Test
    void aDefectKeepsItsPlaces() {
        assertThat(StartProblem.text(new NullPointerException("x"))).isEmpty();
        assertThat(StartProblem.text(new IllegalStateException("x"))).isEmpty();
    }

    private String toldFor(String yaml) throws Exception {
        Path file = Files.writeString(temp.resolve("process.yaml"), yaml);
        BridgeApplicationTest.EmptyProcess process = new BridgeApplicationTest.EmptyProcess();
        Bootstrap<BridgeConfiguration> bootstrap = new Bootstrap<>(process);
        process.addDefaultCommands(bootstrap);
        process.initialize(bootstrap);
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        Cli cli = new Cli(new JarLocation(getClass()), bootstrap, told, told);
        assertThat(cli.run("server", file.toString())).isPresent();
        return told.toString(StandardCharsets.UTF_8);
    }
}
