package io.koordbridge.yarnoperator.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.matching.RegisteredHosts.Registration;
import org.junit.jupiter.api.Test;

class RegisteredHostsTest {

    private static final RegisteredHosts HOSTS = Reported.hosts(
            "Worker-1.dc1.example:8041",
            "worker-1.dc2.example:8041",
            "worker-10:8041",
            "10.0.0.7:8041",
            "10.0.0.7:8042 dead");

    @Test
    void findsAllRegistrationsOfAHostInAnyCase() {
        assertThat(HOSTS.at("WORKER-1.dc1.example"))
                .containsExactly(new Registration("Worker-1.dc1.example", 8041, true));
        assertThat(HOSTS.at("10.0.0.7"))
                .containsExactly(new Registration("10.0.0.7", 8041, true), new Registration("10.0.0.7", 8042, false));
        assertThat(HOSTS.at("worker-1"))
                .as("no host is found by a part of its name")
                .isEmpty();
    }

    @Test
    void findsHostsByTheirFirstLabelAlone() {
        assertThat(HOSTS.named("worker-1")).containsExactly("worker-1.dc1.example", "worker-1.dc2.example");
        assertThat(HOSTS.named("Worker-10")).containsExactly("worker-10");
        assertThat(HOSTS.named("worker")).isEmpty();
        assertThat(HOSTS.named("10")).as("an address has no labels").isEmpty();
    }

    @Test
    void knowsNobodyBeforeAReport() {
        assertThat(RegisteredHosts.NONE.at("worker-10")).isEmpty();
        assertThat(RegisteredHosts.NONE.named("worker-10")).isEmpty();
    }

    @Test
    void tellsAddressesFromNames() {
        assertThat(RegisteredHosts.isAddress("10.0.0.7")).isTrue();
        assertThat(RegisteredHosts.isAddress("fd00::7")).isTrue();
        assertThat(RegisteredHosts.isAddress("worker-1")).isFalse();
        assertThat(RegisteredHosts.hasDomain("10.0.0.7")).isFalse();
        assertThat(RegisteredHosts.hasDomain("worker-1.dc1.example")).isTrue();
        assertThat(RegisteredHosts.hasDomain("worker-1")).isFalse();
        assertThat(RegisteredHosts.firstLabel("worker-1.dc1.example")).isEqualTo("worker-1");
        assertThat(RegisteredHosts.firstLabel("worker-1")).isEqualTo("worker-1");
    }
}
