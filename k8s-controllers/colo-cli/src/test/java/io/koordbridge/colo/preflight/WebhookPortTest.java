package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookPortTest {

    private static final Map<String, String> LABELS = Map.of("koord-app", "koord-manager", "a", "b");

    @Test
    void isOpenWithoutAPolicyForItsPods() {
        assertThat(WebhookPort.of(List.of(), LABELS)).isEqualTo(WebhookPort.OPEN);
        assertThat(port("podSelector: {matchLabels: {koord-app: yarn-operator}}, ingress: []"))
                .isEqualTo(WebhookPort.OPEN);
        assertThat(port("podSelector: {}, policyTypes: [Egress]")).isEqualTo(WebhookPort.OPEN);
    }

    @Test
    void isOpenWhereARuleNamesNoSource() {
        String select = "podSelector: {matchLabels: {koord-app: koord-manager}}, policyTypes: [Ingress], ingress: ";

        assertThat(port(select + "[{ports: [{port: 9876}]}]")).isEqualTo(WebhookPort.OPEN);
        assertThat(port(select + "[{}]")).isEqualTo(WebhookPort.OPEN);
        assertThat(port(select + "[{ports: [{port: 9000, endPort: 9999}]}]")).isEqualTo(WebhookPort.OPEN);
        assertThat(port(select + "[{ports: [{port: webhook}]}]")).isEqualTo(WebhookPort.OPEN);
    }

    @Test
    void isLimitedToNamedSources() {
        String select = "podSelector: {}, policyTypes: [Ingress], ingress: ";

        assertThat(port(select + "[{ports: [{port: 9876}], from: [{ipBlock: {cidr: 192.0.2.0/24}}]}]"))
                .isEqualTo(WebhookPort.LIMITED);
        assertThat(port(select + "[{ports: [{port: 8080}]}]")).isEqualTo(WebhookPort.LIMITED);
        assertThat(port(select + "[]")).isEqualTo(WebhookPort.LIMITED);
        assertThat(
                        port(
                                "podSelector: {matchExpressions: [{key: koord-app, operator: In, values: [koord-manager]}]}, ingress: []"))
                .isEqualTo(WebhookPort.LIMITED);
    }

    private static WebhookPort port(String spec) {
        NetworkPolicy policy = Serialization.unmarshal(
                "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: p}\nspec: {" + spec + "}\n",
                NetworkPolicy.class);
        return WebhookPort.of(List.of(policy), LABELS);
    }
}
