package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ServerCommand;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.lifecycle.Managed;
import io.dropwizard.util.JarLocation;
import io.koordbridge.testkit.log.CapturedLog;
import java.io.ByteArrayOutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartProblemTest {

    @TempDir
    private Path temp;

    /** A process that keeps what Dropwizard logs about its start. */
    private static final class Listening extends BridgeApplication<BridgeConfiguration> {

        private CapturedLog logged;
        private final Runnable whileStarting;

        Listening(Runnable whileStarting) {
            this.whileStarting = whileStarting;
        }

        @Override
        public String processName() {
            return "listening";
        }

        @Override
        protected void start(BridgeConfiguration config, BridgeContext context) {
            StartProblem.inWordsOnly();
            logged = CapturedLog.of(ServerCommand.class);
            context.environment().lifecycle().manage(new Managed() {
                @Override
                public void start() {
                    whileStarting.run();
                }
            });
        }
    }

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
    void aCheckFindsWhatAStartWouldRefuse() throws Exception {
        BridgeApplicationTest.EmptyProcess process = new BridgeApplicationTest.EmptyProcess();

        assertThat(toldBy(process, "check", "leaderElection: {leaseDuration: 5s}\n"))
                .startsWith("empty-process: leader election: needs leaseDuration PT5S")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{level: LOUD} | logging.level is \"LOUD\", no level; allowed are ALL, TRACE, DEBUG, INFO, WARN, ERROR and OFF",
                "{level: 3} | logging.level is 3, no level; allowed are",
                "{loggers: {io.a: LOUD}} | logging.loggers.io.a is \"LOUD\", no level; allowed are",
                "{loggers: {io.a: {level: LOUD}}} | logging.loggers.io.a.level is \"LOUD\", no level; allowed are",
                "{loggers: {io.a: [INFO]}} | logging.loggers.io.a is [\"INFO\"], no level; allowed are",
                "{loggers: {io.a: }} | logging.loggers.io.a is null, no level; allowed are",
                "{appenders: [{type: console, threshold: LOUD}]} | logging.appenders[0].threshold is \"LOUD\", no level",
            })
    void aLevelOfTheLogThatIsNoneIsRefused(String logging, String words) throws Exception {
        assertThat(toldFor("logging: " + logging + "\n")).contains(words).doesNotContain("\tat ");
    }

    @Test
    void aLevelThatIsNoneIsRefusedOnTheCommandLineToo() throws Exception {
        String override = "dw.logging.loggers.io\\.a";
        System.setProperty(override, "LOUD");
        try {
            assertThat(toldFor("logging: {level: INFO}\n")).contains("logging.loggers.io.a is \"LOUD\", no level");
        } finally {
            System.clearProperty(override);
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        Exception taken =
                new java.io.IOException("Failed to bind to /0.0.0.0:8080", new BindException("Address already in use"));

        assertThat(StartProblem.text(new RuntimeException(taken)))
                .contains("Failed to bind to /0.0.0.0:8080: Address already in use");
    }

    @Test
    void aPortThatIsTakenIsToldOnceAndInWords() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Listening process = new Listening(() -> {});

            String told = toldBy(process, """
                    kubernetes: {apiServer: "http://127.0.0.1:9"}
                    server:
                      applicationConnectors: [{type: http, bindHost: 127.0.0.1, port: 0}]
                      adminConnectors: [{type: http, bindHost: 127.0.0.1, port: %d}]
                    """.formatted(taken.getLocalPort()));

            assertThat(told)
                    .startsWith("listening: Failed to bind to /127.0.0.1:" + taken.getLocalPort() + ": Address already")
                    .doesNotContain("\tat ");
            assertThat(process.logged.lines()).isEmpty();
        }
    }

    @Test
    void aDefectAtTheStartIsLoggedWithItsPlaces() throws Exception {
        Listening process = new Listening(() -> {
            throw new IllegalStateException("a defect");
        });

        String told = toldBy(process, """
                kubernetes: {apiServer: "http://127.0.0.1:9"}
                server:
                  applicationConnectors: [{type: http, bindHost: 127.0.0.1, port: 0}]
                  adminConnectors: [{type: http, bindHost: 127.0.0.1, port: 0}]
                """);

        assertThat(told).contains("a defect", "\tat ");
        assertThat(process.logged.lines())
                .anySatisfy(line -> assertThat(line.problem()).contains("a defect"));
    }

    @Test
    void aDefectKeepsItsPlaces() {
        assertThat(StartProblem.text(new NullPointerException("x"))).isEmpty();
        assertThat(StartProblem.text(new IllegalStateException("x"))).isEmpty();
    }

    private String toldFor(String yaml) throws Exception {
        return toldBy(new BridgeApplicationTest.EmptyProcess(), yaml);
    }

    private <C extends BridgeConfiguration> String toldBy(BridgeApplication<C> process, String yaml) throws Exception {
        return toldBy(process, "server", yaml);
    }

    private <C extends BridgeConfiguration> String toldBy(BridgeApplication<C> process, String command, String yaml)
            throws Exception {
        Path file = Files.writeString(temp.resolve("process.yaml"), yaml);
        Bootstrap<C> bootstrap = new Bootstrap<>(process);
        process.addDefaultCommands(bootstrap);
        process.initialize(bootstrap);
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        Cli cli = new Cli(new JarLocation(getClass()), bootstrap, told, told);
        assertThat(cli.run(command, file.toString())).isPresent();
        return told.toString(StandardCharsets.UTF_8);
    }
}
