package io.koordbridge.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartsTest {
    private final List<String> closed = new ArrayList<>();
    private final Parts parts = new Parts();

    private AutoCloseable part(String name) {
        return () -> closed.add(name);
    }

    private AutoCloseable failing(String name) {
        return () -> {
            closed.add(name);
            throw new IllegalArgumentException(name);
        };
    }

    @Test
    void theNewestIsClosedFirstAndOnlyOnce() {
        parts.add(part("first"));
        parts.add(part("second"));

        parts.close();
        parts.close();

        assertThat(closed).containsExactly("second", "first");
    }

    @Test
    void aPartThatFailsKeepsNoOtherOpenAndAllAreSaid() {
        parts.add(failing("first"));
        parts.add(part("second"));
        parts.add(failing("third"));

        assertThatThrownBy(parts::close)
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("third")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .satisfies(other -> assertThat(other).hasMessage("first")));
        assertThat(closed).containsExactly("third", "second", "first");
    }
}
