package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HeapRoomTest {

    @Test
    void theHeapThatIsShippedIsForFiveThousandNodes() throws IOException {
        String heap = Files.readAllLines(Path.of("src/main/dist/jvm.options")).stream()
                .filter(option -> option.startsWith("-Xmx"))
                .findFirst()
                .orElseThrow()
                .replaceAll("[^0-9]", "");

        assertThat(HeapRoom.nodes(Long.parseLong(heap) << 20)).isBetween(5_000, 5_016);
        assertThat(HeapRoom.nodes(1 << 20)).isZero();
        assertThat(HeapRoom.nodes(Long.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    }
}
