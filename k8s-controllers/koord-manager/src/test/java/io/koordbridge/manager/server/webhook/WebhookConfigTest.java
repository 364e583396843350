package io.koordbridge.manager.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.dropwizard.jackson.Jackson;
import io.dropwizard.jersey.validation.Validators;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookConfigTest {

    @ParameterizedTest
    @ValueSource(strings = {"host:9876", "10.0.0.1:9876", "https://host", "host/path", "a b"})
    void anExternalHostIsNoUrlAndHasNoPort(String host) {
        assertThat(Validators.newValidator().validate(settings(host)))
                .anySatisfy(violation -> assertThat(violation.getMessage()).contains("without scheme, port and path"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", "webhook.example.com", "10.0.0.1", "::1", "fd00::12:1", "::ffff:10.0.0.1"})
    void anExternalHostIsANameOrAnAddress(String host) {
        assertThat(Validators.newValidator().validate(settings(host))).isEmpty();
    }

    @Test
    void theCertificateCarriesTheExternalHostOnce() {
        assertThat(settings("host").certificateHosts()).containsExactly("more", "host");
        assertThat(settings("more").certificateHosts()).containsExactly("more");
        assertThat(settings("").certificateHosts()).containsExactly("more");
    }

    private static WebhookConfig settings(String externalHost) {
        return Jackson.newObjectMapper()
                .convertValue(
                        Map.of("externalHost", externalHost, "extraHosts", new String[] {"more"}), WebhookConfig.class);
    }
}
