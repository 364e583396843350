package io.koordbridge.copilot.lease;

import io.koordbridge.copilot.json.JsonException;
import io.koordbridge.copilot.json.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Vcores for each core of the machine, from the lease file. A file that is not there, says none or cannot be used changes nothing: the last
 * good one holds, at first 1. Its age does not matter, it is no capacity.
 */
public final class VcoreRatio {
    private static final int MOST_BYTES = 64 * 1024;
    private static final double LEAST = 0.001;
    private static final double MOST = 1000;

    private final GuardedFile file;
    private byte[] seen = {};
    private String problem = "";
    private double ratio = 1;

    public VcoreRatio(Path file) {
        this.file = new GuardedFile(file);
    }

    /** Looks at the file, and gives what holds from now on. */
    public synchronized double refresh() {
        try {
            byte[] content = file.read(MOST_BYTES);
            if (!Arrays.equals(content, seen)) {
                seen = content;
                problem = "";
                take(new String(content, StandardCharsets.UTF_8));
            }
        } catch (NoSuchFileException e) {
            seen = new byte[0];
            problem = "";
        } catch (IOException | JsonException e) {
            problem = "vcores for each core stay " + ratio + ": " + e.getMessage();
        }
        return ratio;
    }

    private void take(String text) throws JsonException {
        Double found = JsonParser.parseObject(text).number("vcoreRatio");
        if (found == null) {
            return;
        }
        if (!(found >= LEAST && found <= MOST)) {
            throw new JsonException("vcoreRatio must be " + LEAST + ".." + MOST + ", got " + found);
        }
        ratio = found;
    }

    /** What was wrong with the file at the last look; empty when nothing was. */
    public synchronized String problem() {
        return problem;
    }
}
