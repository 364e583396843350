package io.koordbridge.copilot.lease;

import io.koordbridge.copilot.json.JsonException;
import io.koordbridge.copilot.json.JsonObject;
import io.koordbridge.copilot.json.JsonParser;
import io.koordbridge.copilot.json.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The NodeManager's last capacity from the ResourceManager, kept over restarts: {@code {"vcores": n, "memoryMB": n}}. One thread writes. */
public final class LastKnownCapacity {
    private static final int MOST_BYTES = 4096;

    private final GuardedFile file;
    private long keptVcores = -1;
    private long keptMegabytes = -1;

    /** An amount in YARN's units. */
    public static final class Amount {
        private final long vcores;
        private final long megabytes;

        Amount(long vcores, long megabytes) {
            this.vcores = vcores;
            this.megabytes = megabytes;
        }

        public long vcores() {
            return vcores;
        }

        public long megabytes() {
            return megabytes;
        }
    }

    public LastKnownCapacity(Path file) {
        this.file = new GuardedFile(file);
    }

    /**
     * What was kept; null when nothing was.
     *
     * @throws IOException when it cannot be read or understood
     */
    @Nullable
    public Amount read() throws IOException {
        try {
            JsonObject kept = JsonParser.parseObject(new String(file.read(MOST_BYTES), StandardCharsets.UTF_8));
            long vcores = kept.amount("vcores", -1);
            long megabytes = kept.amount("memoryMB", -1);
            if (vcores < 0 || megabytes < 0) {
                throw new IOException("vcores and memoryMB must be there");
            }
            return new Amount(vcores, megabytes);
        } catch (NoSuchFileException e) {
            return null;
        } catch (JsonException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Keeps an amount; writes nothing when it is kept already. */
    public void keep(long vcores, long megabytes) throws IOException {
        if (vcores < 0 || megabytes < 0 || (vcores == keptVcores && megabytes == keptMegabytes)) {
            return;
        }
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("vcores", vcores);
        content.put("memoryMB", megabytes);
        file.replace(JsonWriter.write(content).getBytes(StandardCharsets.UTF_8));
        keptVcores = vcores;
        keptMegabytes = megabytes;
    }
}
