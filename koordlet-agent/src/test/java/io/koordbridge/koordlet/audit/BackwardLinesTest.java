package io.koordbridge.koordlet.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackwardLinesTest {

    @TempDir
    private Path temp;

    private List<String> read() throws IOException {
        List<String> found = new ArrayList<>();
        try (BackwardLines lines = BackwardLines.open(temp)) {
            Optional<String> line = lines.next();
            while (line.isPresent()) {
                found.add(line.get());
                line = lines.next();
            }
        }
        return found;
    }

    @Test
    void linesOfAnyLengthUpToABlockComeBackwards() throws IOException {
        Random random = new Random(7);
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            written.add(i + "ä".repeat(random.nextInt(i % 50 == 0 ? 30_000 : 40)));
        }
        Files.writeString(temp.resolve("audit.log.1"), String.join("\n", written.subList(0, 200)) + "\n");
        Files.writeString(temp.resolve("audit.log"), String.join("\n", written.subList(200, 300)) + "\n");

        Collections.reverse(written);
        assertThat(read()).isEqualTo(written);
    }

    @Test
    void whatHasNoEndOrIsTooLongIsLeftOut() throws IOException {
        Files.writeString(
                temp.resolve("audit.log"),
                "first\n" + "x".repeat(5 * BackwardLines.BLOCK) + "\nsecond\n\nthird\nwithout an end");

        assertThat(read()).containsExactly("third", "second", "first");
    }
}
