package io.koordbridge.copilot.protect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtectionRuleTest {
    @ParameterizedTest
    @CsvSource({
        "root.prod, root.prod, true",
        "root.prod, root.prod.etl, true",
        "root.prod, root.production, false",
        "prod, root.prod, true",
        "root.prod, prod, false",
        "prod, prod, true",
        "prod, dev, false"
    })
    void aQueueIsMeantByItsNameOrByThePathOfItOrAParent(String wanted, String reported, boolean guarded) {
        ProtectionRule rule = new ProtectionRule(Set.of(wanted), Set.of(), Set.of(), Set.of());

        assertThat(rule.protects(application(reported, "SPARK", "etl"))).isEqualTo(guarded);
    }

    @Test
    void tagsAndTypesAreMeantInAnyCaseUsersAsTheyAre() {
        ProtectionRule rule = new ProtectionRule(Set.of(), Set.of("Nightly"), Set.of("flink"), Set.of("ops"));

        assertThat(rule.protects(application("q", "SPARK", "etl", "nightly"))).isTrue();
        assertThat(rule.protects(application("q", "FLINK", "etl"))).isTrue();
        assertThat(rule.protects(application("q", "SPARK", "ops"))).isTrue();
        assertThat(rule.protects(application("q", "SPARK", "OPS"))).isFalse();
        assertThat(rule.protects(application("q", "SPARK", "etl", "daily"))).isFalse();
    }

    @Test
    void onlyARuleWithMoreThanUsersNeedsTheResourceManager() {
        assertThat(new ProtectionRule(Set.of(), Set.of(), Set.of(), Set.of("ops")).needsReports())
                .isFalse();
        assertThat(new ProtectionRule(Set.of("q"), Set.of(), Set.of(), Set.of()).needsReports())
                .isTrue();
    }

    private static ApplicationFacts application(String queue, String type, String user, String... tags) {
        return new ApplicationFacts(queue, type, user, Set.of(tags));
    }
}
