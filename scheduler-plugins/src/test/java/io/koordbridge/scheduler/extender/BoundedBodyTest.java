package io.koordbridge.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BoundedBodyTest {

    private static final int LARGEST = 1_000_000;
    private static final int SMALL = 65_536;

    private final BoundedBody bodies = new BoundedBody(LARGEST, Duration.ofSeconds(5), () -> 0);

    @Test
    void holdsALargeOneAloneAndSmallOnesBesideEachOther() throws IOException {
        try (BoundedBody.Held alone = read(LARGEST)) {
            assertThat(alone.bytes()).hasSize(LARGEST);
            assertThatThrownBy(() -> read(SMALL + 1))
                    .isInstanceOf(BadRequestException.class)
                    .hasMessageContaining("try again");
            try (BoundedBody.Held small = read(SMALL)) {
                assertThat(small.bytes()).hasSize(SMALL);
            }
        }
        try (BoundedBody.Held one = read(100_000);
                BoundedBody.Held other = read(100_000)) {
            assertThat(one.bytes()).hasSameSizeAs(other.bytes());
            assertThatThrownBy(() -> read(100_000)).isInstanceOf(BadRequestException.class);
        }
    }

    @Test
    void forgetsWhatItRefused() throws IOException {
        assertThatThrownBy(() -> read(LARGEST + 1)).hasMessageContaining("larger than 1000000 bytes");

        try (BoundedBody.Held next = read(LARGEST)) {
            assertThat(next.bytes()).hasSize(LARGEST);
        }
    }

    private BoundedBody.Held read(int size) throws IOException {
        return bodies.read(new ByteArrayInputStream(new byte[size]));
    }
}
