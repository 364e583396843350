package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chart says how much is logged through the environment, which the configuration of the log reads like a property. */
class LogLevelTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "unset",
            value = {"unset, INFO", "DEBUG, DEBUG", "OFF, OFF"})
    void logsAsMuchAsTheEnvironmentAsks(String asked, String level) throws JoranException {
        LoggerContext context = new LoggerContext();
        if (asked != null) {
            context.putProperty("KOORDLET_LOG_LEVEL", asked);
        }
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(Objects.requireNonNull(LogLevelTest.class.getResource("/logback.xml")));

        assertThat(context.getLogger("ROOT").getLevel()).isEqualTo(Level.toLevel(level));
        assertThat(context.getLogger("io.fabric8").getLevel()).isEqualTo(Level.WARN);
        context.stop();
    }
}
