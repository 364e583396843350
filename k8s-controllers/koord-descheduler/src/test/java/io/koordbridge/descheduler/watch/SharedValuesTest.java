package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SharedValuesTest {

    private final SharedValues<String> values = new SharedValues<>(2);

    @Test
    void equalValuesBecomeOne() {
        String first = values.share(new String("a"));

        assertThat(values.share(new String("a"))).isSameAs(first);
        assertThat(values.find("b")).isNull();
    }

    @Test
    void whatWasAskedForLeastLatelyGivesWay() {
        String kept = values.share(new String("0"));
        for (int value = 1; value <= 10; value++) {
            values.share("" + value);
            assertThat(values.share(new String("0"))).isSameAs(kept);
        }

        assertThat(values.find("1")).isNull();
        assertThat(values.find("10")).isEqualTo("10");
    }
}
