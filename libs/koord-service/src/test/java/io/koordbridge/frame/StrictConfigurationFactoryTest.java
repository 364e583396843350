package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.ConfigurationFactory;
import io.dropwizard.configuration.DefaultConfigurationFactoryFactory;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.jersey.validation.Validators;
import jakarta.validation.Validator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StrictConfigurationFactoryTest {

    private static final String PREFIX = "strict";
    private static final String PLAIN = """
            kubernetes: {apiServer: "http://127.0.0.1:1", requestTimeout: 3s, maxConcurrentRequests: 7}
            server:
              applicationConnectors: [{type: http, bindHost: 127.0.0.1, port: 1}]
            """;

    /** Reads what it was given, so that two are equal when they read the same. */
    private record Outcome(String text) {}

    private record Case(String name, String yaml, Map<String, String> overrides) {

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        return List.of(
                new Case("a plain file", PLAIN, Map.of()),
                new Case("a field", PLAIN, Map.of("kubernetes.requestTimeout", "9s")),
                new Case(
                        "a number and a flag",
                        PLAIN,
                        Map.of("kubernetes.maxWritesPerSecond", "3", "leaderElection.enabled", "false")),
                new Case("a section that the file lacks", PLAIN, Map.of("leaderElection.leaseDuration", "40s")),
                new Case("an element of a list", PLAIN, Map.of("server.applicationConnectors[0].port", "2")),
                new Case("a list", PLAIN, Map.of("server.allowedMethods", "GET,POST")),
                new Case("a name with a dot", PLAIN, Map.of("logging.loggers.io\\.koordbridge", "DEBUG")),
                new Case(
                        "levels",
                        "logging: {level: off, loggers: {a: {level: 'Debug '}, b: true}, appenders: [{type: console}]}",
                        Map.of("logging.level", "warn")),
                new Case("a field below a value", PLAIN, Map.of("kubernetes.apiServer.port", "1")),
                new Case("an unknown field", "kubernets: {}", Map.of()),
                new Case("an unknown override", PLAIN, Map.of("kubernetes.apiserver", "http://127.0.0.1:2")),
                new Case("a text for a number", "kubernetes: {maxConcurrentRequests: many}", Map.of()),
                new Case("an override of the wrong kind", PLAIN, Map.of("kubernetes.maxConcurrentRequests", "many")),
                new Case("a number out of range", "kubernetes: {maxConcurrentRequests: 0}", Map.of()),
                new Case("an empty file", "", Map.of()),
                new Case("a list as file", "[1, 2]", Map.of()),
                new Case("no YAML", "kubernetes: {", Map.of()));
    }

    private final ObjectMapper mapper = Jackson.newObjectMapper();
    private final Validator validator = Validators.newValidator();

    @AfterEach
    void forgetOverrides() {
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(PREFIX + "."))
                .forEach(System::clearProperty);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void readsOrRefusesAsDropwizardDoes(Case one) throws IOException {
        one.overrides().forEach((key, value) -> System.setProperty(PREFIX + "." + key, value));

        Outcome expected = outcome(
                new DefaultConfigurationFactoryFactory<ElectingConfiguration>()
                        .create(ElectingConfiguration.class, validator, mapper, PREFIX),
                one.yaml());

        assertThat(outcome(strict(), one.yaml())).isEqualTo(expected);
    }

    @Test
    void readsWhatTheFileSays() throws Exception {
        ElectingConfiguration read = strict().build(StrictConfigurationFactoryTest::open, PLAIN);

        assertThat(read.kubernetes().connection().maxConcurrentRequests()).isEqualTo(7);
    }

    @Test
    void rejectsALogLevelThatIsUnknown() {
        assertThatThrownBy(() -> strict().build(StrictConfigurationFactoryTest::open, "logging: {level: loud}"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("loud");
    }

    private ConfigurationFactory<ElectingConfiguration> strict() {
        return new StrictConfigurationFactory<>(ElectingConfiguration.class, validator, mapper, PREFIX);
    }

    private Outcome outcome(ConfigurationFactory<ElectingConfiguration> factory, String yaml) throws IOException {
        try {
            return new Outcome(mapper.writeValueAsString(factory.build(StrictConfigurationFactoryTest::open, yaml)));
        } catch (ConfigurationException | IllegalArgumentException e) {
            return new Outcome(e.getMessage());
        }
    }

    private static ByteArrayInputStream open(String yaml) {
        return new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
    }
}
